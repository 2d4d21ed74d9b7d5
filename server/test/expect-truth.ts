import { Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { readCustody } from '../src/codes/state/custody/read-custody.ts';
import { findContainers } from '../src/codes/state/find-containers.ts';
import { readUnit } from '../src/codes/state/read-unit.ts';
import type { TestApp } from './app.ts';
import { codeKey, movedKey, replay, type Moved, type Replayed } from './factories/replayed.ts';

const rootOf = (codes: Map<string, Replayed>, key: string): { root: string; boxes: string[] } => {
  const boxes: string[] = [];
  let root = key;
  for (let box = codes.get(key)?.parent; box !== undefined; box = codes.get(box)?.parent) {
    boxes.push(box);
    root = box;
    expect(boxes.length).toBeLessThan(3);
  }
  return { root, boxes };
};

const written = (custody: NonNullable<Replayed['custody']> | undefined) =>
  custody && custody.shipStatus !== Shipping.none
    ? [custody.shipStatus, custody.holderKind, custody.holderId, custody.deliverId].join(' ')
    : 'none';

const lifeOf = (code: Replayed | undefined): number => {
  if (code?.isVoid) return Life.void;
  if (code?.isFrozen) return Life.frozen;
  return code?.bound ? Life.active : Life.inactive;
};

const add = (sums: Map<string, number>, key: string, n: number): void => {
  if (n !== 0) sums.set(key, (sums.get(key) ?? 0) + n);
};

/** Everything that is kept about codes is what the trail of the operations comes to; all of them but items that nobody touches are named, by level. */
export const expectTruth = async (
  app: TestApp,
  firmId: number,
  levels: readonly { seg: number; first: number; count: number }[],
): Promise<void> => {
  const { codes, moved } = await replay(app, firmId);
  const inside = new Map<string, number>();
  const stock = new Map<string, number>();
  for (const [level, { seg, first, count }] of levels.entries()) {
    const pieces = await readCustody(app.db, firmId, [{ seg, from: first, to: first + count - 1 }]);
    for (let serial = first; serial < first + count; serial += 1) {
      const key = codeKey(seg, serial);
      const model = codes.get(key);
      const chain = rootOf(codes, key);
      const unit = (await readUnit(app.db, seg, serial))!;
      const found = await findContainers(app.db, unit);
      expect([key, found.boxes.map((box) => codeKey(box.seg, box.serial))]).toEqual([key, chain.boxes]);
      expect(found.boxes.every((box, at) => box.level > (found.boxes[at - 1]?.level ?? level))).toBe(true);
      expect([key, unit.life]).toEqual([key, lifeOf(model)]);
      const { productId = null, lotId = null } = model?.bound ?? {};
      expect([key, unit.productId, unit.lotId]).toEqual([key, productId, lotId]);
      const custody = written(codes.get(chain.root)?.custody);
      expect([key, written(found.custody)]).toEqual([key, custody]);
      expect([key, written(pieces.find(({ from, to }) => from <= serial && serial <= to))]).toEqual([key, custody]);
      if (chain.boxes[0]) add(inside, chain.boxes[0], 1);
      const holder = codes.get(chain.root)?.custody;
      if (level > 0 || model?.isVoid || !holder?.holderId) continue;
      const where = holder.shipStatus === Shipping.shipped ? 'transit' : 'hand';
      add(stock, [holder.holderKind, holder.holderId, productId, lotId, where].join(' '), 1);
    }
  }
  const kept = await app.db.selectFrom('box').where('firmId', '=', firmId).selectAll().execute();
  for (const { seg, serial, childCnt, capacity, productId, lotId } of kept) {
    const key = codeKey(seg, serial);
    const bound = codes.get(key)?.bound;
    expect([key, childCnt, productId, lotId]).toEqual([
      key,
      inside.get(key) ?? 0,
      bound?.productId ?? null,
      bound?.lotId ?? null,
    ]);
    expect(childCnt).toBeLessThanOrEqual(capacity);
    inside.delete(key);
  }
  expect([...inside]).toEqual([]);
  const counted = new Map<string, number>();
  for (const row of await app.db.selectFrom('stock').where('firmId', '=', firmId).selectAll().execute()) {
    const whose = [row.holderKind, row.holderId, row.productId, row.lotId].join(' ');
    add(counted, `${whose} transit`, row.transitQty);
    add(counted, `${whose} hand`, row.handQty);
  }
  expect(counted).toEqual(stock);
  await expectFigures(app, firmId, codes, moved);
  await expectDocuments(app, firmId);
};

/** Active codes of lots, and the figures of days, added up from what was done. */
const expectFigures = async (
  app: TestApp,
  firmId: number,
  codes: ReadonlyMap<string, Replayed>,
  moved: Moved,
): Promise<void> => {
  const active = new Map<string, number>();
  for (const { bound } of codes.values()) if (bound) add(active, String(bound.lotId), 1);
  const lots = await app.db.selectFrom('lot').where('firmId', '=', firmId).select(['id', 'activeCnt']).execute();
  const said = lots.flatMap(({ id, activeCnt }) => (activeCnt === 0 ? [] : [[String(id), activeCnt] as const]));
  expect(new Map(said)).toEqual(active);
  const days: Moved = new Map();
  for (const row of await app.db.selectFrom('moveDay').where('firmId', '=', firmId).selectAll().execute()) {
    const key = movedKey(row.productId, row.holderKind, row.holderId, row.fromKind);
    const sum = days.get(key) ?? { pack: 0, ship: 0, sign: 0 };
    days.set(key, { pack: sum.pack + row.packQty, ship: sum.ship + row.shipQty, sign: sum.sign + row.signQty });
  }
  const sorted = (sums: Moved) =>
    [...sums].filter(([, { pack, ship, sign }]) => pack + ship + sign !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(days)).toEqual(sorted(moved));
};

/** Sums of documents are those of their lines, and what is under way is so by one line alone, whose document its custody names. */
const expectDocuments = async (app: TestApp, firmId: number): Promise<void> => {
  const { rows: sums } = await sql`
    select d.id from deliver d join lateral (
      select coalesce(sum(item_qty) filter (where status <> ${sql.lit(DeliverStatus.cancelled)}), 0) as items,
        coalesce(sum(item_qty) filter (where status = ${sql.lit(DeliverStatus.signed)}), 0) as signed
      from deliver_line where deliver_id = d.id) l on true
    where d.firm_id = ${firmId} and (d.item_qty, d.sign_qty) <> (l.items, l.signed)`.execute(app.db);
  expect(sums).toEqual([]);
  const { rows: twice } = await sql`
    select a.id from deliver_line a join deliver_line b on b.seg = a.seg and b.span && a.span and b.id > a.id
    where a.firm_id = ${firmId} and a.status = ${sql.lit(DeliverStatus.shipped)} and b.status = ${sql.lit(DeliverStatus.shipped)}`.execute(
    app.db,
  );
  expect(twice).toEqual([]);
};
