import { Holder, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { StopKind } from '../../src/codes/state/code-states.ts';
import type { TestApp } from '../app.ts';

interface Item {
  seg: number;
  seq: number;
  level: number;
  opType: number;
  from: number;
  to: number;
  after: {
    parentSeg?: number;
    parentSerial?: number;
    shipStatus?: number;
    holderKind?: number;
    holderId?: number | null;
    deliverId?: number | null;
    voidKind?: number;
    productId?: number;
    lotId?: number;
  };
  before: { parentSeg?: number; productId?: number }[];
}

interface Held {
  shipStatus: number;
  holderKind: number;
  holderId: number | null;
  deliverId: number | null;
}

/** What a code is by the operations that were done, one after the other. */
export interface Replayed {
  level: number;
  parent?: string;
  custody?: Held;
  bound?: { productId: number; lotId: number };
  isVoid: boolean;
  isFrozen: boolean;
}

/** Items packed, sent and signed for, by product, who has them and what kind sent them. */
export type Moved = Map<string, { pack: number; ship: number; sign: number }>;

export const codeKey = (seg: number, serial: number): string => `${seg}.${serial}`;
export const movedKey = (productId: number, holderKind: number, holderId: number, fromKind: number): string =>
  [productId, holderKind, holderId, fromKind].join(' ');

/** The outermost box a code lies in, or the code itself. */
const toRoot = (codes: ReadonlyMap<string, Replayed>, key: string): string => {
  const box = codes.get(key)?.parent;
  return box === undefined ? key : toRoot(codes, box);
};

/** Whoever has goods that were signed for, else the firm. */
const toOwner = (custody: Held | undefined): { holderKind: number; holderId: number } =>
  custody?.shipStatus === Shipping.signed && custody.holderKind !== Holder.firm
    ? { holderKind: custody.holderKind, holderId: custody.holderId! }
    : { holderKind: Holder.firm, holderId: 0 };

/**
 * The codes of a firm by its trail alone, in the order in which the operations had their locks: the plainest model there is, a map
 * of single codes, which knows nothing of spans, sets, rows or counters. Beside it the figures of days that follow from it.
 */
export const replay = async (app: TestApp, firmId: number): Promise<{ codes: Map<string, Replayed>; moved: Moved }> => {
  const { rows } = await sql<Item>`
    select i.seg, i.seq, s.level, o.op_type, lower(i.span) as "from", upper(i.span) - 1 as "to", i.after, i.before
    from code_op_item i join segment s on s.seg = i.seg join code_op o on o.id = i.op_id
    where i.firm_id = ${firmId} order by i.seq, i.id`.execute(app.db);
  const codes = new Map<string, Replayed>();
  const moved: Moved = new Map();
  const count = (key: string, what: 'pack' | 'ship' | 'sign', items: number) => {
    const sum = moved.get(key) ?? { pack: 0, ship: 0, sign: 0 };
    sum[what] += items;
    moved.set(key, sum);
  };
  /** Goods on their way from one to another; what goes back to the firm is in no figure. */
  const countMoved = (
    root: string,
    { holderKind, holderId }: Held,
    fromKind: number,
    what: 'ship' | 'sign',
    sign: 1 | -1,
  ) => {
    if (holderKind === Holder.firm) return;
    for (const [key, { level, isVoid, bound }] of codes)
      if (level === 0 && !isVoid && toRoot(codes, key) === root)
        count(movedKey(bound?.productId ?? 0, holderKind, holderId!, fromKind), what, sign);
  };
  /** From what kind of holder what is on its way was sent. */
  const sentBy = new Map<string, number>();
  const change = (key: string, code: Replayed, after: Item['after']) => {
    const { shipStatus = Shipping.none, holderKind = Holder.firm, holderId = null, deliverId = null } = after;
    const [was, now] = [code.custody, { shipStatus, holderKind, holderId, deliverId }];
    if (was?.shipStatus === Shipping.shipped) {
      const isSigned = shipStatus === Shipping.signed && deliverId === was.deliverId;
      countMoved(key, was, sentBy.get(key)!, isSigned ? 'sign' : 'ship', isSigned ? 1 : -1);
    }
    if (shipStatus === Shipping.shipped) {
      sentBy.set(key, toOwner(was).holderKind);
      countMoved(key, now, sentBy.get(key)!, 'ship', 1);
    }
    if (shipStatus === Shipping.none) delete code.custody;
    else code.custody = now;
  };
  let packed: string[] = [];
  /** Where what was packed is when its operation is over: an empty box takes over the holder of its first code. */
  const countPacked = () => {
    for (const key of packed) {
      const { holderKind, holderId } = toOwner(codes.get(toRoot(codes, key))?.custody);
      count(movedKey(codes.get(key)!.bound?.productId ?? 0, holderKind, holderId, Holder.firm), 'pack', 1);
    }
    packed = [];
  };
  let seq = 0;
  for (const item of rows) {
    if (item.seq !== seq) countPacked();
    ({ seq } = item);
    const { seg, level, opType, from, to, after, before } = item;
    for (let serial = from; serial <= to; serial += 1) {
      const key = codeKey(seg, serial);
      const code = codes.get(key) ?? { level, isVoid: false, isFrozen: false };
      codes.set(key, code);
      if (after.parentSeg !== undefined) {
        code.parent = codeKey(after.parentSeg, after.parentSerial!);
        // What takes the place of another code was counted with it.
        if (level === 0 && opType === OpType.pack) packed.push(key);
      } else if (before.some(({ parentSeg }) => parentSeg !== undefined)) delete code.parent;
      if (after.productId !== undefined) code.bound = { productId: after.productId, lotId: after.lotId! };
      else if (Object.keys(after).length === 0 && before.some(({ productId }) => productId !== undefined))
        delete code.bound;
      if (after.voidKind !== undefined) {
        code.isVoid ||= after.voidKind === StopKind.void;
        code.isFrozen = after.voidKind === StopKind.frozen;
      }
      if (after.shipStatus !== undefined) change(key, code, after);
    }
  }
  countPacked();
  return { codes, moved };
};
