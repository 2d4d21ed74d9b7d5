import { fieldGoodsApi, type FieldDeliver, type FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { fieldMovesApi } from '@zhuiyuan/contract/fieldwork/field-moves';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { useMemo, useRef, useState } from 'react';
import { isOffline, isRefusal } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { useContentKey } from '../../lib/use-content-key.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { useReconnected } from '../../lib/use-reconnected.ts';
import { useScannerKeys } from '../../lib/use-scanner-keys.ts';
import { count } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';
import { LoadedScreen } from '../../parts/loaded-screen.tsx';
import { openScanner, type ScanTold } from '../../parts/scan-overlay.tsx';
import { Screen } from '../../parts/screen.tsx';
import { confirmIn } from '../../parts/sheet.tsx';
import { DocumentCard } from './document.tsx';
import { LastLine, Progress, ScannedCard, type LastScan, type ReceiveActs } from './receive-cards.tsx';
import { DiffsCard, ExtraCard } from './receive-diffs.tsx';
import { ReceiveFoot, stoppedWords, WholeFoot } from './receive-foot.tsx';
import {
  forgetCode,
  markDamaged,
  notUnknown,
  openLines,
  refuseScan,
  sumOver,
  sumsOf,
  takeFound,
  takeKnown,
  takeUnknown,
  takeWhole,
  toReceipt,
  type Receipt,
  type Scanned,
} from './receiving.ts';
import { toSigning, toSigningAll, type Signing } from './signing.ts';

/** Lines one look takes, and how many looks at most. */
const linesAtOnce = 100;
const mostLooks = 20;

interface Delivery {
  doc: FieldDeliver;
  lines: FieldLine[];
}

const load = async (id: number): Promise<Delivery> => {
  const doc = await call(fieldGoodsApi.deliver, { id });
  const lines: FieldLine[] = [];
  for (let page = 1; page <= mostLooks; page += 1) {
    const answer = await call(fieldGoodsApi.lines, { deliverId: id, page, limit: linesAtOnce });
    lines.push(...answer.list);
    if (page >= answer.totalPage) break;
  }
  return { doc, lines };
};

/** Why nothing of a document can be signed for, '' where it can. */
const barrierOf = ({ isReceiver, status }: FieldDeliver): string => {
  if (!isReceiver) return '不是收货方，不能签收';
  return status === DeliverStatus.cancelled ? '发货已取消，不能签收' : '';
};

/** What is taken of a document: as it is kept on the phone, and by scans. */
const useReceipt = ({ doc, lines }: Delivery) => {
  const [receipt, draft] = useDraft<Receipt>(`sign ${doc.id}`, toReceipt);
  const [last, setLast] = useState<LastScan>();
  const isLeft = useLeft();

  const tell = ({ told, receipt: next }: Scanned): ScanTold => {
    draft.put(next);
    const level = lines.find(({ id }) => id === told.lineId)?.level;
    setLast({ ...told, level });
    const { codes, allCodes } = sumsOf({ lines, receipt: next });
    const words = told.ok && level !== undefined ? `${levels[level]} ${told.words}` : told.words;
    return { ok: told.ok, words, count: `${codes} / ${allCodes}` };
  };
  const take = async (text: string): Promise<ScanTold> => {
    const barrier = barrierOf(doc);
    if (barrier) return { ok: false, words: barrier };
    if (doc.wholeOnly) return tell(refuseScan(draft.now(), stoppedWords));
    const known = takeKnown({ lines, receipt: draft.now() }, text);
    if (known) return tell(known);
    try {
      const found = await call(fieldGoodsApi.code, { deliverId: doc.id, code: text });
      return tell(takeFound(draft.now(), text, found));
    } catch (error) {
      return tell(isOffline(error) ? takeUnknown(draft.now(), text) : refuseScan(draft.now(), reasonOf(error)));
    }
  };
  /** Asks about codes that were scanned without a connection; fails where there still is none. */
  const askUnknown = async (): Promise<void> => {
    for (const code of draft.now().unknown) {
      try {
        const found = await call(fieldGoodsApi.code, { deliverId: doc.id, code });
        draft.put(takeFound(draft.now(), code, found).receipt);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        draft.put(notUnknown(draft.now(), code));
        if (!isLeft.current) toast(`${code}：${reasonOf(error)}`);
      }
      if (isLeft.current) return;
    }
  };
  useReconnected(() => void askUnknown().catch(() => undefined));

  const acts = useMemo<ReceiveActs>(() => {
    const change: ReceiveActs['change'] = (by) => {
      if (!doc.wholeOnly) draft.put(by(draft.now()));
    };
    const refuse = (): void => toast(stoppedWords);
    return {
      change,
      whole: doc.wholeOnly ? refuse : (rows, isWhole) => change((before) => takeWhole(before, rows, isWhole)),
      mark: doc.wholeOnly ? refuse : (code) => change((before) => markDamaged({ lines, receipt: before }, code)),
      forget: (code) => {
        change((before) => forgetCode(before, code));
        setLast((before) => (before?.code === code ? undefined : before));
      },
    };
  }, [doc, lines, draft]);
  return { receipt, draft, last, take, askUnknown, acts };
};

/** Says that something was signed for, and what of the document is left. */
const sayDone = (signed: number, remain: number): void =>
  toast(remain > 0 ? `签收成功：${count(signed)}件，${count(remain)}件待处理` : `签收成功：${count(signed)}件`);

const Receive = ({ doc, lines }: Delivery) => {
  const { receipt, draft, last, take, askUnknown, acts } = useReceipt({ doc, lines });
  /** Something stays unsigned, and that was said. */
  const [isShort, setShort] = useState(false);
  const [isNoteAsked, setNoteAsked] = useState(false);
  /** Why it was not signed, and for what. */
  const [refusal, setRefusal] = useState<{ words: string; of: Receipt }>();
  const [isSigning, setSigning] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const isConfirming = useRef(false);
  const isLeft = useLeft();
  const keyOf = useContentKey();
  const barrier = barrierOf(doc);

  const refuse = (words: string): void => setRefusal({ words, of: draft.now() });
  const scan = (): void => void openScanner('扫码签收', take);
  useScannerKeys((text) => void take(text));

  const sign = async (signing: Signing): Promise<void> => {
    setRefusal(undefined);
    try {
      const { signed, remain } = await call(fieldMovesApi.sign, { ...signing, idemKey: keyOf(signing) });
      draft.drop();
      sayDone(signed, remain);
      if (!isLeft.current) go('/r', { replaces: true });
    } catch (error) {
      refuse(reasonOf(error));
    }
  };
  const signAll = async (): Promise<void> => {
    const n = sumOver(openLines(lines), ({ itemQty }) => itemQty);
    const words = `确定签收发货单${doc.deliverNo}共${count(n)}件？`;
    if (await confirmIn('整单签收', { words, yes: '签收' })) await sign(toSigningAll(doc.id));
  };
  const confirm = async (): Promise<void> => {
    setRefusal(undefined);
    if (draft.now().unknown.length > 0) {
      try {
        await askUnknown();
      } catch (error) {
        return refuse(reasonOf(error));
      }
      if (isLeft.current) return;
    }
    const { damaged, note: written } = draft.now();
    const { items, left } = sumsOf({ lines, receipt: draft.now() });
    const damages = Object.values(damaged);
    if (items === 0 && damages.length === 0 && !isShort) return scan();
    if (left > 0 && !isShort) return setShort(true);
    if (damages.some(({ images }) => images.length === 0)) return toast('请给破损的货物拍照');
    if (left > 0 && written.trim() === '') {
      setNoteAsked(true);
      return note.current?.focus();
    }
    const rest = left > 0 ? `，不签 ${count(left)} 件，留在单上待处理` : '';
    if (!(await confirmIn('确认签收', { words: `签收 ${count(items)} 件${rest}。`, yes: '确认签收' }))) return;
    setSigning(true);
    await sign(toSigning({ doc, lines, receipt: draft.now() }, isShort));
    setSigning(false);
  };
  const press = async (): Promise<void> => {
    if (isConfirming.current) return;
    isConfirming.current = true;
    await confirm();
    isConfirming.current = false;
  };

  const said = refusal?.of === receipt ? refusal.words : '';
  return (
    <Screen
      title="签收"
      action={
        !barrier &&
        !doc.wholeOnly && (
          <button type="button" className="f-link" onClick={() => void signAll()}>
            整单签收
          </button>
        )
      }
      foot={
        doc.wholeOnly ? (
          <WholeFoot barrier={barrier} refusal={said} signAll={() => void signAll()} />
        ) : (
          <ReceiveFoot
            barrier={barrier}
            refusal={said}
            lines={lines}
            receipt={receipt}
            isShort={isShort}
            isSigning={isSigning}
            scan={scan}
            confirm={() => void press()}
          />
        )
      }
    >
      <DocumentCard doc={doc}>
        <Progress lines={lines} receipt={receipt} isShort={isShort} />
      </DocumentCard>
      {last && <LastLine last={last} forget={acts.forget} />}
      {receipt.unknown.length > 0 && (
        <p className="f-last f-no" role="status">
          {`网络异常，${receipt.unknown.length} 个码已记下，联网后核对`}
        </p>
      )}
      <DiffsCard lines={lines} receipt={receipt} isShort={isShort} isNoteAsked={isNoteAsked} note={note} acts={acts} />
      <ExtraCard extra={receipt.extra} acts={acts} />
      <ScannedCard
        lines={lines}
        ticked={receipt.ticked}
        wholes={receipt.wholes}
        damaged={receipt.damaged}
        acts={acts}
      />
    </Screen>
  );
};

/** 签收 of one document: everything at once, or code by code, with what was not as it should be. */
export const ReceivePage = ({ id }: { id: number }) => (
  <LoadedScreen title="签收" cards={3} load={() => load(id)}>
    {({ doc, lines }) => <Receive doc={doc} lines={lines} />}
  </LoadedScreen>
);
