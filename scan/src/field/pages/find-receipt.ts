import type { PendingRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { h } from '../../lib/elements.ts';
import { ask } from '../lib/field-call.ts';
import { go } from '../lib/navigate.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { watchKeys } from '../lib/scanner-keys.ts';
import { reasonOf } from '../../parts/field.ts';
import { nothing } from '../parts/cards.ts';
import { paged } from '../parts/paged.ts';
import { openScanner, type ScanTold } from '../parts/scan-overlay.ts';
import { show, whenLeft } from '../parts/screen.ts';
import { pendingRow } from './home.ts';

/** The number of a document in what was scanned of its sheet. */
const documentNumber = (text: string): string => /\b([A-Z]{2}\d{8}-\d{4,})\b/i.exec(text)?.[1]?.toUpperCase() ?? '';

/** 扫码签收: the sheet's code, or any code of the goods, opens the document they came by. */
export const showFindReceipt = (): void => {
  const take = async (text: string): Promise<ScanTold> => {
    const deliverNo = documentNumber(text);
    try {
      const { id } = await ask<{ id: number }>(
        deliverNo ? 'deliver/info' : 'deliver/find',
        deliverNo ? { deliverNo } : { code: text },
      );
      go(`/r/receive/${id}`, { replaces: true });
      return { ok: true, words: deliverNo || text };
    } catch (error) {
      return { ok: false, words: reasonOf(error) };
    }
  };
  const scan = (): void => void openScanner('扫发货单或货物上的码', take, { isSingle: true });
  const rows = paged<PendingRow>((page) => ask('deliver/pending', { page }), {
    draw: pendingRow,
    empty: () => nothing('received', '没有待签收的货物'),
  });
  show({
    title: '扫码签收',
    body: [h('p', { class: 'f-hint' }, '扫描发货单上的二维码，或任意一件货物的码；也可以在下面选择'), rows.element],
    foot: h('button', { type: 'button', class: 'button solid', click: scan }, fieldIcon('scan', 18), '扫码'),
  });
  whenLeft(watchKeys((text) => void take(text)));
};
