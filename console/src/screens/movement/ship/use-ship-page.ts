import type { Deliver } from '@zhuiyuan/contract/movement/document/deliver';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { minuteText } from '@zhuiyuan/contract/kit/clock';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, noAnswer } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { deliverPage } from '../../../lib/object-addresses.ts';
import { contentKey, newKey } from '../../../lib/new-key.ts';
import { session } from '../../../lib/session.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { deliverChanges } from '../deliver-changes.ts';
import { dropScanDraft, readScanDraft, writeScanDraft, type Head, type ScanDraft } from './scan-draft.ts';
import { linesToShip, standingOf, sumRows } from './scan-rows.ts';
import { useScanRows } from './use-scan-rows.ts';

const bare = (message: string, code: string): string => message.replace(`编码${code}：`, '');

/** The work at the scan page: its head, its rows, the draft that this browser keeps of them, and what submits them. */
export const useShipPage = (place: string, doc: Deliver | undefined, known: Head | undefined) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const storeKey = `ship-draft:${session.get()?.admin.id ?? 0}:${place}`;
  const [offered, setOffered] = useState<ScanDraft | undefined>(() => readScanDraft(storeKey));
  const [head, setHead] = useState(known);
  const [draftKey, setDraftKey] = useState(newKey);
  const [savedAt, setSavedAt] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [keyOf] = useState(contentKey);
  const target = doc ? { deliverId: doc.id } : head && { head };
  const work = useScanRows(target, []);
  const { rows } = work;
  const sums = sumRows(rows);
  const verb = Number(doc?.bizType ?? head?.bizType) === BizType.takeBack ? '退货' : '发货';

  // Kept after each scan; what was kept before stays until it is taken up or thrown away.
  const had = useRef(false);
  useEffect(() => {
    if (rows.length === 0) {
      if (had.current) dropScanDraft(storeKey);
      had.current = false;
      setSavedAt(undefined);
      return;
    }
    had.current = true;
    const now = minuteText(Date.now());
    const isKept = writeScanDraft(storeKey, { head, rows: [...rows], draftKey, savedAt: now });
    setSavedAt(isKept ? now : undefined);
  }, [rows, head, draftKey, storeKey]);

  const reset = () => {
    work.queue.drop();
    work.put([]);
    setDraftKey(newKey());
    setSaid('');
  };
  const shipped = ({ id, itemQty }: { id: number; itemQty: number }) => {
    reset();
    dropScanDraft(storeKey);
    toast.success(`${verb}成功：${countText(itemQty)}件`);
    for (const { path } of deliverChanges) void client.invalidateQueries({ queryKey: [path] });
    void navigate(deliverPage(id));
  };
  const send = async (confirmOver: boolean): Promise<void> => {
    const draft = { ...target, lines: linesToShip(work.now.current.rows), confirmOver, draftKey };
    try {
      shipped(await call(shipApi.scanSave, { ...draft, idemKey: keyOf(draft) }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === moveRefusals.overOrder[0] && !confirmOver) {
        if (await confirm({ text: error.message, verb, saysCancelled: false })) await send(true);
        return;
      }
      const why = new Map(error.fields.map(({ field, message }) => [field, bare(message, field)]));
      work.mark(why, error.code);
      setSaid(error.code === noAnswer ? `${error.message}，再提交一次不会重复${verb}` : error.message);
    }
  };
  return {
    ...work,
    doc,
    head,
    setHead,
    sums,
    savedAt,
    offered,
    isBusy,
    said,
    shipped,
    draftKey,
    /** Takes up what was scanned before. */
    resume: () => {
      if (!offered) return;
      if (!doc && offered.head) setHead(offered.head);
      setDraftKey(offered.draftKey);
      work.put(offered.rows.map((row) => ({ ...row })));
      setOffered(undefined);
      work.recheck();
    },
    forget: () => {
      dropScanDraft(storeKey);
      setOffered(undefined);
    },
    clear: async () => {
      if (await confirm({ text: '确定清空当前扫描？', saysCancelled: false })) reset();
    },
    /** Moves what cannot ship to 已移除. */
    removeBad: () => {
      setSaid('');
      work.put(work.now.current.rows.map((row) => (standingOf(row) === 'bad' ? { ...row, isRemoved: true } : row)));
    },
    submit: async (receiver: string) => {
      await work.queue.settled();
      const { itemQty, counts } = sumRows(work.now.current.rows);
      if (counts.bad > 0 || linesToShip(work.now.current.rows).length === 0) return;
      setSaid('');
      const text = `共${countText(itemQty)}件，发往${receiver}，确定${verb}？`;
      if (!(await confirm({ text, verb, saysCancelled: false }))) return;
      setBusy(true);
      try {
        await send(false);
      } finally {
        setBusy(false);
      }
    },
  };
};

export type ShipPage = ReturnType<typeof useShipPage>;
