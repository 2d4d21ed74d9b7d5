import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { moveDays, type DayMove } from '../../codes/state/custody/move-days.ts';
import { moveStock, type StockMove } from '../../codes/state/custody/move-stock.ts';
import type { Db } from '../../kit/db/database.ts';
import { countLotCodes } from '../../trace/lot/lot-writes.ts';
import { moveOrder, type OrderMove } from '../replenish/move-order.ts';
import type { Doc } from './lock-docs.ts';

/** Items of a product and lot. */
export interface Part {
  productId: number;
  lotId: number;
  items: number;
}

/** Goods as the lines of their document name them, and as they are bound by now. */
export interface Goods {
  recorded: readonly Part[];
  current: readonly Part[];
  /** All items, bound or not. */
  itemQty: number;
  /** The day they were shipped on, `yyyy-MM-dd`. */
  shipDay: string;
}

/** What an operation moves of counters, gathered, because they are moved last. */
export interface Counters {
  stock: StockMove[];
  lots: Map<number, number>;
  orders: Map<number, OrderMove[]>;
  days: DayMove[];
}

export const noCounters = (): Counters => ({ stock: [], lots: new Map(), orders: new Map(), days: [] });

type Ends = Pick<Doc, 'bizType' | 'fromKind' | 'fromId' | 'toKind' | 'toId' | 'orderId'>;

/** Whose goods are counted in stock: the firm's own are not. */
const holder = (kind: number, id: number): Pick<StockMove, 'holderKind' | 'holderId'> | undefined =>
  kind === Holder.firm ? undefined : { holderKind: kind as Holder, holderId: id };

const toOrder = (counters: Counters, { orderId }: Ends, moves: OrderMove[]): void => {
  if (orderId !== null) counters.orders.set(orderId, [...(counters.orders.get(orderId) ?? []), ...moves]);
};

/** Counts goods for the days of figures; what goes back is in none of them. */
const toDays = (
  counters: Counters,
  { bizType, fromKind, toKind, toId }: Ends,
  { recorded, itemQty }: Pick<Goods, 'recorded' | 'itemQty'>,
  toMove: (items: number) => Pick<DayMove, 'day' | 'ship' | 'sign'>,
): void => {
  if (bizType === BizType.takeBack) return;
  const unbound = itemQty - recorded.reduce((sum, { items }) => sum + items, 0);
  for (const { productId, items } of [...recorded, { productId: 0, items: unbound }])
    counters.days.push({ ...toMove(items), productId, fromKind, holderKind: toKind, holderId: toId });
};

/** Goods of a document that are on their way (1), or are not after all (-1). */
export const countShipped = (counters: Counters, doc: Ends, goods: Goods, sign: 1 | -1): void => {
  const { recorded, current, shipDay } = goods;
  toDays(counters, doc, goods, (items) => ({ day: shipDay, ship: sign * items }));
  const [from, to] = [holder(doc.fromKind, doc.fromId), holder(doc.toKind, doc.toId)];
  for (const { productId, lotId, items } of current) {
    const n = sign * items;
    if (to) counters.stock.push({ ...to, productId, lotId, transit: n });
    if (from) counters.stock.push({ ...from, productId, lotId, hand: -n, out: n });
  }
  if (doc.fromKind === Holder.firm)
    for (const { lotId, items } of recorded) counters.lots.set(lotId, (counters.lots.get(lotId) ?? 0) + sign * items);
  toOrder(
    counters,
    doc,
    recorded.map(({ productId, items }) => ({ productId, ship: sign * items })),
  );
};

/** Goods of a document that the receiver has now. */
export const countSigned = (counters: Counters, doc: Ends, goods: Goods, receivedAt: string): void => {
  const { recorded, current } = goods;
  toDays(counters, doc, goods, (items) => ({ day: receivedAt.slice(0, 'yyyy-MM-dd'.length), sign: items }));
  const to = holder(doc.toKind, doc.toId);
  if (to)
    for (const { productId, lotId, items } of current)
      counters.stock.push({ ...to, productId, lotId, transit: -items, hand: items, in: items, receivedAt });
  toOrder(
    counters,
    doc,
    recorded.map(({ productId, items }) => ({ productId, sign: items })),
  );
};

/** Moves what was gathered, in the order of counters: lots, stock, orders, each by number, then days. */
export const moveCounters = async (db: Db, firmId: number, { stock, lots, orders, days }: Counters): Promise<void> => {
  for (const [lotId, count] of [...lots].filter(([, n]) => n !== 0).sort(([a], [b]) => a - b))
    await countLotCodes(db, lotId, 'shipCnt', count);
  await moveStock(db, firmId, stock);
  for (const [orderId, moves] of [...orders].sort(([a], [b]) => a - b)) await moveOrder(db, orderId, moves);
  await moveDays(db, firmId, days);
};
