import { signCheckApi, type SignChecked } from '@zhuiyuan/contract/movement/sign/sign-check';
import { useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { beep } from '../../parts/feedback/beep.ts';
import { useScanQueue } from './scan-queue.ts';
import { newScan, type NotedDiff, type SignScan, type WholeLine } from './sign-counts.ts';

const bare = (message: string, code: string): string => message.replace(`编码${code}：`, '');

/** Scans for signing one document: each is held against it by the server, in the order they come; none is lost. */
export const useSignScan = (id: number) => {
  const [scans, setScans] = useState<SignScan[]>([]);
  const [lines, setLines] = useState<WholeLine[]>([]);
  const [diffs, setDiffs] = useState<NotedDiff[]>([]);
  const [isOffline, setOffline] = useState(false);
  const known = useRef(new Set<string>());
  const put = (code: string, change: Partial<SignScan>) =>
    setScans((all) => all.map((one) => (one.code === code ? { ...one, isAsked: false, ...change } : one)));
  const queue = useScanQueue<string, SignChecked>({
    ask: (codes) => call(signCheckApi.check, { id, codes: [...codes] }, { quiet: true }),
    take: (codes, answers) => {
      for (const [at, code] of codes.entries()) {
        const { lineId, itemQty, storeName, errMsg } = answers[at]!;
        put(code, { lineId, itemQty, storeName, errMsg: bare(errMsg, answers[at]!.code) });
      }
      beep(answers.every(({ lineId, errMsg }) => lineId !== null && errMsg === '') ? 1 : 2);
    },
    refuse: (codes, error) => {
      for (const code of codes) put(code, { errMsg: bare(error.message, code) });
      beep(2);
    },
    tellOffline: setOffline,
  });
  return {
    scans,
    lines,
    diffs,
    isOffline,
    queue,
    scan: (codes: readonly string[]) => {
      const news = codes.filter((code) => !known.current.has(code));
      if (news.length < codes.length) {
        beep(2);
        toast.warning('编码重复扫描');
      }
      for (const code of news) known.current.add(code);
      setScans((all) => [...news.map(newScan), ...all]);
      queue.add(...news);
    },
    remove: (code: string) => {
      known.current.delete(code);
      setScans((all) => all.filter((one) => one.code !== code));
    },
    note: (code: string, note: string) => put(code, { note }),
    /** Says at its code what stood against it when all were submitted. */
    mark: (error: ApiError) => {
      for (const { field, message } of error.fields) put(field, { errMsg: bare(message, field) });
    },
    /** Says how a line is signed for: by what is scanned, as a whole, or not. */
    settle: (line: WholeLine & { code: string }, deed: 'scan' | 'whole' | NotedDiff['kind']) => {
      const { id: lineId, itemQty, code } = line;
      setLines((all) => [
        ...all.filter((one) => one.id !== lineId),
        ...(deed === 'whole' ? [{ id: lineId, itemQty }] : []),
      ]);
      setDiffs((all) => [
        ...all.filter((one) => one.lineId !== lineId),
        ...(deed === 'scan' || deed === 'whole' ? [] : [{ lineId, code, kind: deed }]),
      ]);
    },
  };
};
