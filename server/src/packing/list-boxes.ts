import { Holder, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { BoxRow, packingApi } from '@zhuiyuan/contract/packing/packing';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readCustody, type Custody } from '../codes/state/custody/read-custody.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { parentPlaces, placeKey, type Place } from '../codes/state/parent-places.ts';
import { merged, toRun } from '../codes/state/ranges.ts';
import { readUnit } from '../codes/state/read-unit.ts';
import { compileOnce } from '../kit/db/compile-once.ts';
import type { Db } from '../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { firmName } from '../kit/db/selectors.ts';
import { countInside } from './count-inside.ts';

/** What the boxes are asked by; a code finds its whole tree. */
export type BoxFilters = Omit<InputOf<typeof packingApi.export>, 'columns'>;
type Filters = Omit<BoxFilters, 'code'> & Pick<InputOf<typeof packingApi.boxes>, 'taskId'>;

const matching: Matching<'box', Filters> = matchingBy('box', (db) => db.selectFrom('box'), {
  firmId: eq,
  ids: by(
    (ids: number[]) => [ids],
    (_row, ids) => sql<boolean>`box.id = any(${ids}::bigint[])`,
  ),
  level: eq,
  productId: eq,
  lotId: eq,
  boxState: eq,
  taskId: by(
    (taskId: number) => [taskId],
    (_row, taskId) =>
      sql<boolean>`box.seg in (select segment.seg from segment where segment.firm_id = box.firm_id and segment.task_id = ${taskId})`,
  ),
  dateLimit: at(within, 'packedAt'),
});

/** Adds what is read with them, the last packed first. */
export const asBoxRows = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('segment', 'segment.seg', 'box.seg')
    .leftJoin('product', 'product.id', 'box.productId')
    .leftJoin('lot', 'lot.id', 'box.lotId')
    .leftJoin('admin', 'admin.id', 'box.packedBy')
    .select([
      'box.id',
      'box.firmId',
      firmName('box'),
      'box.seg',
      'box.serial',
      'segment.keyV',
      'box.level',
      'box.productId',
      sql<string>`coalesce(product.store_name, '')`.as('storeName'),
      'box.lotId',
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'box.isMixed',
      'box.childCnt',
      'box.capacity',
      'box.boxState',
      sql<string>`coalesce(admin.real_name, '')`.as('operatorName'),
      'box.packedAt',
    ])
    .orderBy('box.packedAt', 'desc')
    .orderBy('box.id', 'desc');

/** The numbers of a code and of the boxes it lies in; none for what is no code of the asker's. */
const treeOf = async (db: Db, keyring: Keyring, typed: string): Promise<number[]> => {
  const place = (await keyring.find(db, typed))?.place;
  const unit = place && (await readUnit(db, place.seg, place.serial));
  if (!unit) return [];
  const { boxes } = await findContainers(db, unit);
  return [unit, ...boxes].map(({ seg, serial }) => toCodeId(seg, serial));
};

/** The boxes that filters ask for. */
export const matchingBoxes = async (
  db: Db,
  keyring: Keyring,
  { code, ...filters }: Filters & Pick<BoxFilters, 'code'>,
) => matching(db, { ...filters, ids: code ? await treeOf(db, keyring, code) : filters.ids });

type Found = Awaited<ReturnType<ReturnType<typeof asBoxRows>['execute']>>[number];

interface Named {
  holderKind: number;
  holderId: number;
  holderName: string;
}

const holderNames = compileOnce<{ firms: readonly number[]; agents: number[]; shops: number[] }, Named>(
  (db, { firms, agents, shops }) =>
    sql<Named>`
      select ${sql.lit(Holder.agent)}::int as holder_kind, id as holder_id, name as holder_name from agent
      where firm_id = any(${firms}::bigint[]) and id = any(${agents}::bigint[])
      union all
      select ${sql.lit(Holder.shop)}::int, id, name from shop
      where firm_id = any(${firms}::bigint[]) and id = any(${shops}::bigint[])`.compile(db),
);

/** Where boxes are, and who has them, by {@link placeKey}; those that never left their firm are not among them. */
const findHolders = async (
  db: Db,
  firms: readonly number[],
  boxes: readonly Place[],
): Promise<Map<string, Custody & { holderName: string }>> => {
  const runs = boxes.map(toRun);
  const pieces = await readCustody(db, firms, merged(runs));
  if (pieces.length === 0) return new Map();
  const idsOf = (kind: number) =>
    pieces.flatMap(({ holderKind, holderId }) => (holderKind === kind ? [holderId!] : []));
  const names = await holderNames.run(db, { firms, agents: idsOf(Holder.agent), shops: idsOf(Holder.shop) });
  const nameOf = new Map(
    names.map(({ holderKind, holderId, holderName }) => [`${holderKind} ${holderId}`, holderName]),
  );
  return new Map(
    boxes.flatMap(({ seg, serial }) => {
      const piece = pieces.find((one) => one.seg === seg && one.from <= serial && serial <= one.to);
      if (!piece) return [];
      const holderName = nameOf.get(`${piece.holderKind} ${piece.holderId}`) ?? '';
      return [[placeKey({ seg, serial }), { ...piece, holderName }] as const];
    }),
  );
};

/** Adds codes, contents, the boxes around and who has them to boxes as their query finds them. */
export const completeBoxes = async <F extends Omit<Found, 'packedAt'>>(
  db: Db,
  keyring: Keyring,
  found: readonly F[],
): Promise<(BoxRow & F)[]> => {
  const firms = [...new Set(found.map(({ firmId }) => firmId))];
  const around = await parentPlaces(db, firms, found);
  const inside = await countInside(
    db,
    firms,
    found.filter(({ level }) => level === Level.case),
  );
  const holders = await findHolders(db, firms, found);
  const texts = await keyring.readTexts(db, found);
  const parents = await keyring.readTexts(db, [...around.values()]);
  const parentOf = new Map([...around.keys()].map((key, nth) => [key, parents[nth]!]));
  return found.map(({ seg, serial, keyV: _key, ...row }, nth) => ({
    ...row,
    code: texts[nth]!,
    itemQty: inside.get(placeKey({ seg, serial }))?.items ?? row.childCnt,
    parentCode: parentOf.get(placeKey({ seg, serial })) ?? '',
    shipStatus: holders.get(placeKey({ seg, serial }))?.shipStatus ?? Shipping.none,
    holderName: holders.get(placeKey({ seg, serial }))?.holderName || row.firmName,
  })) as unknown as (BoxRow & F)[];
};

/** Boxes that were touched, the last packed first. */
export const listBoxes = async (db: Db, keyring: Keyring, input: InputOf<typeof packingApi.list>) => {
  const page = await findPage(db, input, await matchingBoxes(db, keyring, input), asBoxRows);
  return { ...page, list: await completeBoxes(db, keyring, page.list) };
};
