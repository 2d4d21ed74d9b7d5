import type { CheckedLine } from '@zhuiyuan/contract/movement/ship/scan-check';
import { LineState } from '@zhuiyuan/contract/movement/ship/scan-check';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { beep } from '../../../parts/feedback/beep.ts';
import { useScanQueue } from '../scan-queue.ts';
import { addScan, lineOf, takeAnswer, takeBack, type ProductSum, type ScanRow, type Segment } from './scan-rows.ts';

/** Whom lines are checked for: a new document's head, or the document they are appended to. */
export type Target = Pick<QueryOf<typeof shipApi.scanCheck>, 'head' | 'deliverId'>;

interface Judged {
  line: CheckedLine;
  parts?: readonly ProductSum[];
}

const flashMs = 1200;
const mostAtOnce = 200;

/** A line that nothing is known of but why it was refused. */
const refusedLine = (row: ScanRow, errCode: number, errMsg: string): CheckedLine => ({
  mode: 1,
  seg: null,
  serialFrom: null,
  serialTo: null,
  level: null,
  productId: null,
  storeName: '',
  lotId: null,
  lotNo: '',
  isMixed: false,
  codeQty: 0,
  codeTotal: 0,
  innerBoxQty: 0,
  itemQty: 0,
  cutItemQty: 0,
  warns: [],
  cut: [],
  cutQty: 0,
  cuts: [],
  holderName: '',
  ...row.answer,
  code: row.answer?.code ?? row.code,
  lastCode: row.answer?.lastCode ?? row.lastCode ?? '',
  state: LineState.bad,
  errCode,
  errMsg,
});

/** The rows of the scan page and what the server says of them. Scans are taken as fast as they come; none is lost while the server is out of reach. */
export const useScanRows = (target: Target | undefined, begin: readonly ScanRow[]) => {
  const [rows, setRows] = useState<readonly ScanRow[]>(begin);
  const [flashed, setFlashed] = useState<number>();
  const [isOffline, setOffline] = useState(false);
  // What the order asks for, and what is said of the receiver, come with every answer.
  const [order, setOrder] = useState<ReadonlyMap<number, ProductSum>>(new Map());
  const [warns, setWarns] = useState<readonly string[]>([]);
  const now = useRef({ rows, target });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const put = (next: readonly ScanRow[]) => {
    now.current.rows = next;
    setRows(next);
  };
  const flash = (key: number) => {
    clearTimeout(timer.current);
    setFlashed(key);
    timer.current = setTimeout(() => setFlashed(undefined), flashMs);
  };
  const repeated = (key: number) => {
    flash(key);
    beep(2);
    toast.warning('编码重复扫描');
  };

  const ask = async (keys: readonly number[]): Promise<Judged[]> => {
    const to = now.current.target!;
    const asked = keys.map((key) => now.current.rows.find((row) => row.key === key)).filter((row) => row !== undefined);
    if (asked.length === 0) return [];
    const check = (lines: readonly ScanRow[]) =>
      call(shipApi.scanCheck, { ...to, lines: lines.map(lineOf) }, { quiet: true });
    const { lines, products, warns: said } = await check(asked);
    setWarns(said);
    const wanted = products.filter(({ orderQty }) => orderQty !== null);
    if (wanted.length > 0)
      setOrder((before) => new Map([...before, ...wanted.map((one) => [one.productId, one] as const)]));
    const judged = new Map<number, Judged>();
    for (const [at, row] of asked.entries()) {
      const line = lines[at]!;
      // What a box of several products holds is answered when it is asked about alone.
      const sums = !line.isMixed ? undefined : asked.length === 1 ? products : (await check([row])).products;
      judged.set(row.key, { line, parts: sums?.filter(({ itemQty }) => itemQty > 0) });
    }
    return keys.map((key) => judged.get(key)!);
  };
  const take = (keys: readonly number[], answers: readonly Judged[]) => {
    let next = now.current.rows;
    let isGood = true;
    for (const [at, key] of keys.entries()) {
      const judged = answers[at];
      if (!judged) continue;
      const taken = takeAnswer(next, key, judged.line, judged.parts);
      next = taken.rows;
      if (taken.repeats !== undefined) repeated(taken.repeats);
      else if (judged.line.state === LineState.bad) isGood = false;
    }
    put(next);
    beep(isGood ? 1 : 2);
  };
  const refuse = (keys: readonly number[], error: ApiError) => {
    const mine = new Set(keys);
    put(
      now.current.rows.map((row) =>
        mine.has(row.key) ? { ...row, answer: refusedLine(row, error.code, error.message) } : row,
      ),
    );
    beep(2);
  };
  const queue = useScanQueue<number, Judged>({ ask, take, refuse, tellOffline: setOffline }, mostAtOnce);

  const recheck = (keep: (row: ScanRow) => boolean = () => true) => {
    queue.drop();
    put(now.current.rows.map((row) => (keep(row) || !row.answer ? { ...row, answer: undefined } : row)));
    if (now.current.target)
      queue.add(...now.current.rows.filter((row) => !row.answer && !row.isRemoved).map(({ key }) => key));
  };
  const targetText = JSON.stringify(target);
  const asked = useRef<string>(undefined);
  const retarget = useEffectEvent((text: string | undefined) => {
    now.current.target = target;
    // A kept tab that comes back is not another receiver.
    if (asked.current === text) return;
    asked.current = text;
    setOrder(new Map());
    setWarns([]);
    recheck();
  });
  useEffect(() => retarget(targetText), [targetText]);

  const scan = (codes: readonly string[], segment: Segment) => {
    let next: readonly ScanRow[] = now.current.rows;
    const toAsk: number[] = [];
    for (const code of codes) {
      const added = addScan(next, code, segment);
      next = added.rows;
      if (added.became === 'repeated') repeated(added.key);
      else {
        flash(added.key);
        toAsk.push(added.key);
      }
    }
    put(next);
    queue.add(...toAsk);
  };
  return {
    rows,
    flashed,
    isOffline,
    order,
    warns,
    queue,
    scan,
    recheck,
    put,
    /** Marks rows with what the server said of their codes when all were submitted. */
    mark: (why: ReadonlyMap<string, string>, code: number) =>
      put(
        now.current.rows.map((row) => {
          const message =
            why.get(row.answer?.code ?? row.code) ?? why.get(row.code) ?? (row.lastCode && why.get(row.lastCode));
          return message && !row.isRemoved ? { ...row, answer: refusedLine(row, code, message) } : row;
        }),
      ),
    remove: (key: number) => put(now.current.rows.map((row) => (row.key === key ? { ...row, isRemoved: true } : row))),
    restore: (key: number) => {
      put(now.current.rows.map((row) => (row.key === key ? { ...row, isRemoved: false, answer: undefined } : row)));
      queue.add(key);
    },
    drop: (key: number) => put(now.current.rows.filter((row) => row.key !== key)),
    takeBack: () => {
      const before = now.current.rows;
      put(takeBack(before));
      const reopened = now.current.rows.find(
        (row) => !row.answer && !row.isRemoved && before.some((one) => one.key === row.key && one.answer),
      );
      if (reopened) queue.add(reopened.key);
    },
    now,
  };
};
