import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { newKey } from '../../../lib/new-key.ts';
import { drawQr } from '../../../parts/format/qr.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Paper } from '../paper.tsx';
import { PrintPaper } from './print-paper.tsx';

/** What is printed, and which print it is: that it was printed is written down. */
const readPaper = async (id: number) => {
  const doc = await call(deliverApi.print, { id }, { quiet: true });
  const qr = await drawQr(doc.url);
  const { printCnt } = await call(shipApi.printed, { id, idemKey: newKey() }, { quiet: true });
  return { doc: { ...doc, printCnt }, qr };
};

/** 打印: the document as a sheet of A4 over the page. Asking for it is one print, which is written down. */
export const PrintSheet = ({ id, close }: { id: number; close: () => void }) => {
  const client = useQueryClient();
  const ask = async () => {
    const paper = await readPaper(id);
    for (const { path } of [deliverApi.history, deliverLogApi.list])
      void client.invalidateQueries({ queryKey: [path] });
    return paper;
  };
  return (
    <Paper
      thing="发货单"
      ask={ask}
      close={close}
      textOf={({ doc: { printedBy, printedAt, printCnt, bizType, deliverNo } }) => ({
        head: `${BizType.label(bizType)}单 ${deliverNo}`,
        note: '一式三联：发货方、承运方、收货方各存一联',
        print: `${printedBy} ${timeText(printedAt)} 第 ${printCnt} 次打印`,
      })}
    >
      {({ doc, qr }) => <PrintPaper doc={doc} qr={qr} />}
    </Paper>
  );
};
