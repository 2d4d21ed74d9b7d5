import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { ListedBox, packingApi } from '@zhuiyuan/contract/packing/packing';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readBoxes } from '../codes/state/boxes.ts';
import { type Place } from '../codes/state/parent-places.ts';
import { readBinds } from '../codes/state/pieces.ts';
import { merged, placesIn, toRun, type Run } from '../codes/state/ranges.ts';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import { firmName } from '../kit/db/selectors.ts';
import { asBoxRows, completeBoxes, matchingBoxes } from './list-boxes.ts';
import { findEmptyBoxes } from '../codes/state/empty-boxes.ts';
import { readNames } from './read-names.ts';

type Asked = InputOf<typeof packingApi.boxes>;

const holds = (run: Run, { seg, serial }: Place) => run.seg === seg && run.from <= serial && serial <= run.to;

/** 箱列表: the boxes of a task by serial where nothing else is asked, or its empty ones, else those that were touched. */
export const listTree = async (db: Db, keyring: Keyring, input: Asked): Promise<Page<ListedBox>> => {
  const { page, limit, empty, unfull, ...filters } = input;
  const { taskId, level, firmId, ...others } = filters;
  const states = new Set(
    [filters.boxState, empty ? BoxState.empty : undefined, unfull ? BoxState.packing : undefined].filter(
      (state) => state !== undefined,
    ),
  );
  const [boxState] = states;
  const { boxState: _boxState, ...further } = others;
  const isNarrowed = states.size > 1 || Object.values(further).some((value) => value !== undefined && value !== '');
  if (taskId !== undefined && !isNarrowed && (boxState === undefined || boxState === BoxState.empty))
    return listTaskBoxes(db, keyring, { taskId, level, firmId, page, limit }, boxState === BoxState.empty);
  // A box is in one state only.
  const asked = states.size > 1 ? { ...filters, ids: [] } : { ...filters, boxState };
  const found = await findPage(db, input, await matchingBoxes(db, keyring, asked), asBoxRows);
  const rows = await completeBoxes(db, keyring, found.list);
  return { ...found, list: rows.map((row) => ({ ...row, isSet: false })) };
};

/**
 * Boxes of a task by arithmetic: a page costs the same wherever it lies and however many there are. They are no rows of a table, so
 * nothing is searched, ordered or counted. Of the empty ones those are counted into which something was packed.
 */
const listTaskBoxes = async (
  db: Db,
  keyring: Keyring,
  { taskId, level, firmId, page, limit }: Pick<Asked, 'taskId' | 'level' | 'firmId' | 'page' | 'limit'>,
  asksEmpty: boolean,
): Promise<Page<ListedBox>> => {
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', taskId!)
    .where('level', '>', Level.item)
    .$if(level !== undefined, (query) => query.where('level', '=', level!))
    .$if(level === undefined && !asksEmpty, (query) => query.where('parentSeg', 'is', null))
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .select(['seg', 'firmId', firmName('segment'), 'level', 'count', 'keyV'])
    .orderBy('level', 'desc')
    .orderBy('seg')
    .execute();
  // All codes of a task are of one firm.
  const ofFirm = segments[0]?.firmId ?? 0;
  const { total, places } = asksEmpty
    ? await findEmptyBoxes(db, ofFirm, segments, { page, limit })
    : {
        total: segments.reduce((sum, { count }) => sum + count, 0),
        places: placesIn(
          segments.map(({ seg, count }) => ({ seg, from: 1, to: count })),
          (page - 1) * limit,
          limit,
        ),
      };
  const answer = { total, page, limit, totalPage: Math.ceil(total / limit) };
  if (places.length === 0) return { ...answer, list: [] };
  const bySeg = new Map(segments.map((segment) => [segment.seg, segment] as const));
  const ids = places.map(({ seg, serial }) => toCodeId(seg, serial));
  const touched = new Map(
    (await asBoxRows(await matchingBoxes(db, keyring, { ids })).execute()).map((row) => [row.id, row] as const),
  );
  const binds = await readBinds(db, ofFirm, merged(places.map(toRun)));
  const [products, lots] = await readNames(db, binds);
  const boxes = await readBoxes(db, ofFirm, places);
  const found = places.map((place, at) => {
    const id = ids[at]!;
    const { count: _count, ...segment } = bySeg.get(place.seg)!;
    const { capacity, childCnt, boxState, isMixed } = boxes[at]!;
    const bind = binds.find((piece) => holds(piece, place));
    return (
      touched.get(id) ?? {
        id,
        ...place,
        ...segment,
        productId: bind?.productId ?? null,
        storeName: products.get(bind?.productId ?? 0)?.storeName ?? '',
        lotId: bind?.lotId ?? null,
        lotNo: lots.get(bind?.lotId ?? 0) ?? '',
        isMixed,
        childCnt,
        capacity,
        boxState,
        operatorName: '',
        packedAt: null,
      }
    );
  });
  const sets = new Set(found.filter(({ id, childCnt }) => !touched.has(id) && childCnt > 0).map(({ id }) => id));
  const rows = (await completeBoxes(db, keyring, found)) as unknown as Omit<ListedBox, 'isSet'>[];
  return { ...answer, list: rows.map((row) => ({ ...row, isSet: sets.has(row.id) })) };
};
