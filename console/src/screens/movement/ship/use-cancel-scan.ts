import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { beep } from '../../../parts/feedback/beep.ts';
import { useScanQueue } from '../scan-queue.ts';

type Answer = DataOf<(typeof shipApi)['cancelCheck']>[number];

/** A code whose shipment is to be taken back; no answer while it is asked. */
export interface CancelRow {
  code: string;
  answer?: Answer;
}

const bare = (message: string, code: string): string => message.replace(`编码${code}：`, '');
const refused = (code: string, errCode: number, errMsg: string): Answer => ({
  code,
  level: null,
  itemQty: 0,
  storeName: '',
  lotNo: '',
  deliverId: null,
  deliverNo: '',
  toKind: null,
  toName: '',
  shipAt: null,
  status: 0,
  errCode,
  errMsg,
});

/** Scans for 撤销, newest first, each held against the document it was shipped by. */
export const useCancelScan = (isBox: boolean) => {
  const [rows, setRows] = useState<readonly CancelRow[]>([]);
  const [flashed, setFlashed] = useState<string>();
  const [isOffline, setOffline] = useState(false);
  const now = useRef(rows);
  const put = (next: readonly CancelRow[]) => {
    now.current = next;
    setRows(next);
  };
  const repeated = (code: string) => {
    setFlashed(code);
    beep(2);
    toast.warning('编码重复扫描');
  };
  const queue = useScanQueue<string, Answer>({
    ask: (codes) => call(shipApi.cancelCheck, { codes: [...codes], isBox }, { quiet: true }),
    take: (codes, answers) => {
      let next = now.current;
      for (const [at, scanned] of codes.entries()) {
        const answer = answers[at]!;
        const twin = next.find(({ code, answer: known }) => code !== scanned && known?.code === answer.code);
        if (twin) repeated(twin.code);
        next = twin
          ? next.filter(({ code }) => code !== scanned)
          : next.map((row) => (row.code === scanned ? { code: scanned, answer } : row));
      }
      put(next);
      beep(answers.every(({ errCode }) => errCode === 0) ? 1 : 2);
    },
    refuse: (codes, { code: errCode, message }) => {
      put(
        now.current.map((row) =>
          codes.includes(row.code) ? { ...row, answer: refused(row.code, errCode, message) } : row,
        ),
      );
      beep(2);
    },
    tellOffline: setOffline,
  });
  return {
    rows,
    flashed,
    isOffline,
    queue,
    scan: (codes: readonly string[]) => {
      const known = new Set(now.current.map(({ code }) => code));
      const news = codes.filter((code) => !known.has(code));
      const again = codes.find((code) => known.has(code));
      if (again) repeated(again);
      put([...news.map((code) => ({ code })), ...now.current]);
      if (news[0]) setFlashed(news[0]);
      queue.add(...news);
    },
    remove: (code: string) => put(now.current.filter((row) => row.code !== code)),
    removeBad: () => put(now.current.filter(({ answer }) => !answer || answer.errCode === 0)),
    takeBack: () => put(now.current.slice(1)),
    clear: () => {
      queue.drop();
      put([]);
    },
    /** Says at its code what stood against it when all were submitted. */
    mark: (error: ApiError) => {
      const why = new Map(error.fields.map(({ field, message }) => [field, bare(message, field)]));
      put(
        now.current.map((row) => {
          const message = why.get(row.answer?.code ?? row.code) ?? why.get(row.code);
          return message
            ? { ...row, answer: { ...(row.answer ?? refused(row.code, 0, '')), errCode: error.code, errMsg: message } }
            : row;
        }),
      );
    },
  };
};
