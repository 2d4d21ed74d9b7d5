import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { packingApi } from '@zhuiyuan/contract/packing/packing';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { parentPlaces, placeKey } from '../codes/state/parent-places.ts';
import { countCodes } from '../codes/state/ranges.ts';
import { readUnit } from '../codes/state/read-unit.ts';
import { findChildrenOfEach } from '../codes/state/with-children.ts';
import type { Db } from '../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { firmName } from '../kit/db/selectors.ts';

type Filters = Omit<InputOf<typeof packingApi.list>, 'page' | 'limit' | 'code'> & { ids?: number[] };
type Rows = DataOf<typeof packingApi.list>;

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
  dateLimit: at(within, 'packedAt'),
});

const asRows = (query: ReturnType<typeof matching>) =>
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

/** Boxes that were touched, the last packed first. */
export const listBoxes = async (db: Db, keyring: Keyring, { code, ...input }: InputOf<typeof packingApi.list>) => {
  const ids = code ? await treeOf(db, keyring, code) : undefined;
  const page = await findPage(db, input, matching(db, { ...input, ids }), asRows, {
    packedAt: 'timestamptz',
    id: 'bigint',
  });
  const firms = [...new Set(page.list.map(({ firmId }) => firmId))];
  const around = await parentPlaces(db, firms, page.list);
  const items = await countItems(db, firms, page.list);
  const texts = await keyring.readTexts(db, page.list);
  const parents = await keyring.readTexts(db, [...around.values()]);
  const parentOf = new Map([...around.keys()].map((key, nth) => [key, parents[nth]!]));
  const list = page.list.map(({ seg, serial, keyV: _key, ...row }, nth) => ({
    ...row,
    code: texts[nth]!,
    itemQty: items.get(placeKey({ seg, serial })) ?? row.childCnt,
    parentCode: parentOf.get(placeKey({ seg, serial })) ?? '',
  }));
  return { ...page, list: list as Rows['list'] };
};

/** Products in the large boxes of a page, those in their small boxes counted. */
const countItems = async (
  db: Db,
  firms: readonly number[],
  rows: readonly { seg: number; serial: number; level: number }[],
): Promise<Map<string, number>> => {
  const cases = rows.filter(({ level }) => level === Level.case);
  if (cases.length === 0) return new Map();
  const inside = await findChildrenOfEach(db, firms, cases);
  const segs = [...new Set(inside.flat().map(({ seg }) => seg))];
  const boxSegs =
    segs.length === 0
      ? new Set<number>()
      : new Set(
          (
            await db
              .selectFrom('segment')
              .where('seg', 'in', segs)
              .where('level', '=', Level.box)
              .select('seg')
              .execute()
          ).map(({ seg }) => seg),
        );
  const small = inside.flatMap((runs, nth) =>
    runs
      .filter(({ seg }) => boxSegs.has(seg))
      .flatMap(({ seg, from, to }) =>
        Array.from({ length: to - from + 1 }, (_, i) => ({ nth, seg, serial: from + i })),
      ),
  );
  const contents = small.length > 0 ? await findChildrenOfEach(db, firms, small) : [];
  const counts = new Map(
    cases.map((one, nth) => [placeKey(one), countCodes(inside[nth]!.filter(({ seg }) => !boxSegs.has(seg)))]),
  );
  for (const [i, { nth }] of small.entries()) {
    const key = placeKey(cases[nth]!);
    counts.set(key, counts.get(key)! + countCodes(contents[i]!));
  }
  return counts;
};
