import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverPrint } from '@zhuiyuan/contract/movement/ship/deliver';
import { deliverLogApi } from '@zhuiyuan/contract/movement/ship/deliver-log';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { Button, Skeleton } from 'antd';
import { Printer, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '../../../lib/call.ts';
import { newKey } from '../../../lib/new-key.ts';
import { useQueryClient } from '@tanstack/react-query';
import { drawQr } from '../../../parts/format/qr.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { PrintPaper, type DrawnQr } from './print-paper.tsx';
import './print.css';

const asContent = (text: string): string => `"${text.replace(/["\\\n]/g, ' ')}"`;

/** What stands on every page: at its foot whose copies these are, who printed when for which time, and the page; on further ones the number above. */
const footOf = ({ printedBy, printedAt, printCnt, bizType, deliverNo }: DeliverPrint): string => `@page zy-deliver {
  @top-left { content: ${asContent(`${BizType.label(bizType)}单 ${deliverNo}`)}; }
  @bottom-left { content: ${asContent('一式三联：发货方、承运方、收货方各存一联')}; }
  @bottom-center { content: ${asContent(`${printedBy} ${timeText(printedAt)} 第 ${printCnt} 次打印`)}; }
  @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; }
}
@page zy-deliver:first { @top-left { content: none; } }`;

interface Printed {
  doc: DeliverPrint;
  qr: DrawnQr;
}

/** What is printed, and which print it is: that it was printed is written down. */
const readPaper = async (id: number): Promise<Printed> => {
  const doc = await call(deliverApi.print, { id }, { quiet: true });
  const qr = await drawQr(doc.url);
  const { printCnt } = await call(shipApi.printed, { id, idemKey: newKey() }, { quiet: true });
  return { doc: { ...doc, printCnt }, qr };
};

/** 打印: the document as a sheet of A4 over the page. Asking for it is one print, which is written down; the browser's own dialog opens at once. */
export const PrintSheet = ({ id, close }: { id: number; close: () => void }) => {
  const client = useQueryClient();
  const [printed, setPrinted] = useState<Printed>();
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(1);
  const asked = useRef(0);
  useEffect(() => {
    // Every asking is a row of the log: a page drawn twice must not be two prints.
    if (asked.current === round) return;
    asked.current = round;
    setError(undefined);
    readPaper(id)
      .then(setPrinted)
      .then(() =>
        Promise.all(
          [deliverApi.history, deliverLogApi.list].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
        ),
      )
      .catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))));
  }, [id, round, client]);
  useEffect(() => {
    if (!printed) return;
    document.body.classList.add('zy-printing-deliver');
    const foot = document.createElement('style');
    foot.textContent = footOf(printed.doc);
    document.head.append(foot);
    const timer = setTimeout(() => window.print(), 100);
    return () => {
      clearTimeout(timer);
      foot.remove();
      document.body.classList.remove('zy-printing-deliver');
    };
  }, [printed]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && close();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [close]);
  return createPortal(
    <div className="zy-deliver-paper" role="dialog" aria-modal="true" aria-label="打印发货单">
      <div className="zy-paper-bar">
        <Button
          autoFocus
          icon={<Printer size={14} strokeWidth={1.6} />}
          disabled={!printed}
          onClick={() => {
            setPrinted(undefined);
            setRound(round + 1);
          }}
        >
          再次打印
        </Button>
        <Button icon={<X size={14} strokeWidth={1.6} />} onClick={close}>
          关闭
        </Button>
      </div>
      {error && (
        <div className="sheet">
          <Failed title="发货单没有加载出来" error={error} retry={() => setRound(round + 1)} />
        </div>
      )}
      {!printed && !error && <Skeleton className="zy-print-page" active={false} paragraph={{ rows: 12 }} />}
      {printed && <PrintPaper doc={printed.doc} qr={printed.qr} />}
    </div>,
    document.body,
  );
};
