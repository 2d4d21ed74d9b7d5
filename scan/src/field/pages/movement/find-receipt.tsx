import { fieldGoodsApi } from '@zhuiyuan/contract/fieldwork/field-goods';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { go } from '../../lib/navigate.ts';
import { useScannerKeys } from '../../lib/use-scanner-keys.ts';
import { openScanner, type ScanTold } from '../../parts/scan-overlay.tsx';
import { Screen } from '../../parts/screen.tsx';
import { PendingRows } from './documents.tsx';

/** The number of a document in what was scanned of its sheet. */
const documentNumber = (text: string): string => /\b([A-Z]{2}\d{8}-\d{4,})\b/i.exec(text)?.[1]?.toUpperCase() ?? '';

const take = async (text: string): Promise<ScanTold> => {
  const deliverNo = documentNumber(text);
  try {
    const { id } = await (deliverNo
      ? call(fieldGoodsApi.deliver, { deliverNo })
      : call(fieldGoodsApi.find, { code: text }));
    go(`/r/receive/${id}`, { replaces: true });
    return { ok: true, words: deliverNo || text };
  } catch (error) {
    return { ok: false, words: reasonOf(error) };
  }
};

/** 扫码签收: the sheet's code, or any code of the goods, opens the document they came by. */
export const FindReceiptPage = () => {
  useScannerKeys((text) => void take(text));
  const scan = (): void => void openScanner('扫发货单或货物上的码', take, { isSingle: true });
  return (
    <Screen
      title="扫码签收"
      foot={
        <button type="button" className="button solid" onClick={scan}>
          <FieldIcon name="scan" size={18} />
          扫码
        </button>
      }
    >
      <p className="f-hint">扫描发货单上的二维码，或任意一件货物的码；也可以在下面选择</p>
      <PendingRows />
    </Screen>
  );
};
