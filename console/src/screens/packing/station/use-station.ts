import { packingApi, type StationBox } from '@zhuiyuan/contract/packing/packing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, noAnswer } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { newKey } from '../../../lib/new-key.ts';
import { session } from '../../../lib/session.ts';
import { confirm } from '../../../lib/toast.ts';
import { beep } from '../../../parts/feedback/beep.ts';
import { keepScans, readKeptScans } from './kept-scans.ts';
import { packedUnit } from './packed-unit.ts';
import { packingChanges } from '../packing-changes.ts';
import { useFailures } from './use-failures.ts';

/** What a station packs: chosen once, kept in the browser. */
export interface StationWork {
  productId?: number;
  lotId?: number;
  capacity?: number;
  /** A full box is submitted by itself. */
  submitsFull: boolean;
  hasSound: boolean;
  allowUnfull: boolean;
}

/** A code that waits to be packed with the others. */
export interface Waiting {
  codeId: number;
  code: string;
  at: Date;
  /** Why the server refused it when all were submitted. */
  error?: string;
}

export interface ScanLine {
  key: number;
  code: string;
  at: Date;
  /** What came of it: a place in the box, the box opened, or why not. */
  text: string;
  isBad: boolean;
}

/** What is said across the work sheet. */
export interface Band {
  tone: 'idle' | 'good' | 'bad' | 'wait';
  title: string;
  code?: string;
  text?: string;
  hint?: string;
}

const linesKept = 200;
const againMs = 2000;
const idle: Band = { tone: 'idle', title: '扫描箱码' };

const stamp = (): Date => new Date();
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const bare = (message: string, code: string): string => message.replace(`编码${code}：`, '');

/** The product and lot that a box is of; '' of one that nothing is known of. */
const goodsIn = ({ storeName, lotNo }: StationBox): string =>
  [storeName, lotNo && `批次 ${lotNo}`].filter(Boolean).join('，');

/** What lies on the packing table: the open box, what waits to be packed into it, and what was said of each scan. */
const useTable = (asks: 0 | 1, work: StationWork, openCode: string | null) => {
  const storeKey = `pack-draft:${session.get()?.admin.id ?? 0}:${asks}`;
  const [kept] = useState(() => {
    const found = readKeptScans(storeKey);
    return openCode === null || found?.box.code === openCode ? found : undefined;
  });
  const [box, setBox] = useState<StationBox | undefined>(kept?.box);
  const [waiting, setWaiting] = useState<Waiting[]>(kept?.waiting ?? []);
  const [lines, setLines] = useState<ScanLine[]>([]);
  const unit = packedUnit(asks);
  const [band, setBand] = useState<Band>(
    kept
      ? {
          tone: 'idle',
          title: `还有 ${kept.waiting.length} ${unit}未提交`,
          code: kept.box.code,
          hint: '接着扫，或提交装箱',
        }
      : idle,
  );
  const [failures, addFailure] = useFailures(asks);
  // What a scan is judged by is what holds when its turn comes, not when it was drawn last.
  const now = useRef({ box, waiting, work, key: newKey(), lineKey: 0 });
  useEffect(() => {
    now.current.work = work;
  });

  const put = (next: { box?: StationBox; waiting: Waiting[] }) => {
    // Another content is another request.
    now.current = { ...now.current, ...next, box: next.box, key: newKey() };
    setBox(next.box);
    setWaiting(next.waiting);
    keepScans(storeKey, next.box, next.waiting);
  };
  const say = (next: Band, code: string, text: string, isBad = false) => {
    setBand(next);
    now.current.lineKey += 1;
    const line = { key: now.current.lineKey, code, at: stamp(), text, isBad };
    setLines((before) => [line, ...before].slice(0, linesKept));
    if (isBad) addFailure();
    if (now.current.work.hasSound) beep(isBad ? 2 : 1);
  };
  const refused = (code: string, text: string) => {
    const nth = now.current.waiting.length + (now.current.box?.childCnt ?? 0) + 1;
    const hint = now.current.box ? `取出这${unit}\n再扫第 ${nth} ${unit}` : '请扫描正确的箱码';
    say({ tone: 'bad', title: now.current.box ? '未装入' : '不能装箱', code, text, hint }, code, text, true);
  };
  /** The next request is the same one once more. */
  const keepKey = (key: string) => {
    now.current.key = key;
  };
  return { box, waiting, lines, band, failures, unit, now, put, say, setBand, refused, keepKey };
};

/**
 * The work at a packing station. Scans are taken as fast as they come and judged one after the other, in their order; while the
 * server cannot be reached they wait. Nothing changes before the box is submitted; until then the browser keeps what was scanned. With a
 * `openCode` the station opens that box.
 */
export const useStation = (asks: 0 | 1, work: StationWork, openCode: string | null) => {
  const client = useQueryClient();
  const [queued, setQueued] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const queue = useRef(Promise.resolve());
  const { box, waiting, lines, band, failures, unit, now, put, say, setBand, refused, keepKey } = useTable(
    asks,
    work,
    openCode,
  );

  const asked = ({ productId, lotId, capacity, allowUnfull }: StationWork) => ({
    productId,
    lotId,
    capacity,
    allowUnfull,
    asks,
  });

  const openBox = async (text: string) => {
    const { box: found } = await call(
      packingApi.check,
      { parentCode: text, ...asked(now.current.work) },
      { quiet: true },
    );
    if (found.capacity > 0 && found.childCnt >= found.capacity) return refused(found.code, '箱已满，请换箱');
    put({ box: found, waiting: [] });
    const has = found.childCnt > 0 ? `，箱内已有 ${found.childCnt} ${unit}` : '';
    say(
      { tone: 'good', title: `已开箱${has}`, code: found.code, text: goodsIn(found), hint: '扫描要装入的编码' },
      found.code,
      '开箱',
    );
  };
  const addChild = async (into: StationBox, text: string) => {
    const { box: found, child } = await call(
      packingApi.check,
      { parentCode: into.code, childCode: text, ...asked(now.current.work) },
      { quiet: true },
    );
    if (!child || child.codeId === null)
      return refused(child?.code ?? text, bare(child?.errMsg ?? '编码不存在', child?.code ?? text));
    const { waiting: before } = now.current;
    if (before.some(({ codeId }) => codeId === child.codeId)) return refused(child.code, '编码重复扫描');
    if (child.isSame) return refused(child.code, '编码已在本箱内');
    if (child.errCode !== 0) return refused(child.code, bare(child.errMsg, child.code));
    const nth = found.childCnt + before.length + 1;
    if (found.capacity > 0 && nth > found.capacity)
      return refused(child.code, `超出箱容量（${found.capacity}），当前${nth - 1}`);
    put({ box: found, waiting: [...before, { codeId: child.codeId, code: child.code, at: stamp() }] });
    say({ tone: 'good', title: `已装入 第 ${nth} ${unit}`, code: child.code }, child.code, `第 ${nth} ${unit}`);
    if (now.current.work.submitsFull && found.capacity > 0 && nth === found.capacity) await submit();
  };

  const submit = async (): Promise<void> => {
    const { box: into, waiting: all, work: chosen, key } = now.current;
    if (!into || all.length === 0) return;
    setBusy(true);
    try {
      const draft = {
        parentCode: into.code,
        children: all.map(({ code }) => code),
        productId: chosen.productId,
        lotId: chosen.lotId,
        capacity: chosen.capacity,
        allowUnfull: chosen.allowUnfull,
        idemKey: key,
      };
      await call(asks === 0 ? packingApi.alone : packingApi.box, draft, { quiet: true });
      put({ box: undefined, waiting: [] });
      say(
        { tone: 'good', title: `装箱成功：${all.length}${unit}`, code: into.code, hint: '扫描下一个箱码' },
        into.code,
        `装箱成功：${all.length}${unit}`,
      );
      for (const each of packingChanges) void client.invalidateQueries({ queryKey: [each.path] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const why = new Map(error.fields.map(({ field, message }) => [field, bare(message, field)]));
      if (why.size > 0) put({ box: into, waiting: all.map((one) => ({ ...one, error: why.get(one.code) })) });
      const hint = error.code === noAnswer ? '再提交一次不会重复装箱' : '移除有误的编码后再提交';
      // The key stays where nobody knows whether it was done.
      if (error.code === noAnswer) keepKey(key);
      say(
        { tone: error.code === noAnswer ? 'wait' : 'bad', title: '未提交', code: into.code, text: error.message, hint },
        into.code,
        error.message,
        true,
      );
    } finally {
      setBusy(false);
    }
  };

  const judge = async (text: string): Promise<void> => {
    for (;;) {
      try {
        const { box: into } = now.current;
        return await (into ? addChild(into, text) : openBox(text));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== noAnswer) return refused(text, bare(error.message, text));
        setBand({ tone: 'wait', title: '网络异常，扫码已暂停', text: '恢复后会接着处理已扫的编码' });
        await sleep(againMs);
      }
    }
  };

  const scan = (text: string) => {
    setQueued((count) => count + 1);
    queue.current = queue.current.then(() => judge(text)).finally(() => setQueued((count) => count - 1));
  };

  const agrees = async (): Promise<boolean> =>
    now.current.waiting.length === 0 || confirm({ text: '确定清空当前扫描？', saysCancelled: false });
  return {
    box,
    waiting,
    lines,
    band,
    queued,
    isBusy,
    failures,
    scan,
    remove: (codeId: number) =>
      put({ box: now.current.box, waiting: now.current.waiting.filter((one) => one.codeId !== codeId) }),
    takeBack: () => {
      const last = now.current.waiting.at(-1);
      if (!last) return;
      put({ box: now.current.box, waiting: now.current.waiting.slice(0, -1) });
      setBand({ tone: 'idle', title: '已撤回', code: last.code });
    },
    /** What was packed just now is open again: it is no success any more. */
    undone: (code: string) => {
      if (band.code === code) setBand({ tone: 'idle', title: '已撤销', code, hint: '扫描箱码' });
    },
    /** Waits for scans under way, asks where the box is not full, and submits. */
    submit: async () => {
      await queue.current;
      const { box: into, waiting: all } = now.current;
      if (!into || all.length === 0) return;
      const has = into.childCnt + all.length;
      const text = `当前${has}/${into.capacity}，未满箱，确定提交？`;
      if (into.capacity > 0 && has < into.capacity && !(await confirm({ text, saysCancelled: false }))) return;
      await submit();
    },
    /** Puts the box aside, with what was scanned for it. */
    clear: async () => {
      if (!(await agrees())) return;
      put({ box: undefined, waiting: [] });
      setBand(idle);
    },
    /** Forgets what was scanned for the box, which stays open. */
    empty: async () => {
      if (!(await agrees())) return;
      const { box: into } = now.current;
      put({ box: into, waiting: [] });
      setBand({ tone: 'idle', title: '已清空', code: into?.code, hint: '扫描要装入的编码' });
    },
  };
};
