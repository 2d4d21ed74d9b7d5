import { ScopeDraft, type ScopeRange } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import { readBinds } from '../../codes/state/pieces.ts';
import { rangeToRun, without } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid, notFound } from '../../kit/refusal.ts';
import { regionsAbove } from '../../parties/within-region.ts';
import type { ScopeRule } from './judge-scope.ts';

interface Of {
  id: number;
  firmId: number;
}

/** Replaces the regions of a scope; what a wider one of them covers is left out. */
export const putRegions = async (db: Db, { id, firmId }: Of, codes: readonly string[]): Promise<void> => {
  const given = new Set(codes);
  const known =
    given.size === 0
      ? []
      : await db
          .selectFrom('city')
          .select('id')
          .where(sql<boolean>`id = any(${[...given].map(Number)}::bigint[])`)
          .execute();
  if (known.length < given.size) throw invalid('regions', '地区不正确');
  await db.deleteFrom('scopeRegion').where('scopeId', '=', id).execute();
  const least = [...given].filter((code) =>
    regionsAbove(code).every((around) => around === code || !given.has(around)),
  );
  if (least.length === 0) return;
  await db
    .insertInto('scopeRegion')
    .values(least.map((regionCode) => ({ scopeId: id, firmId, regionCode })))
    .execute();
};

/** Refuses, at its field, a run that does not exist or is not wholly bound to the lot it is said to be of; known ones are passed over. */
const checkRanges = async (
  db: Db,
  firmId: number,
  ranges: readonly ScopeRange[],
  isKnown: (range: ScopeRange) => boolean,
): Promise<void> => {
  const asked = ranges.map((range, at) => ({ ...range, at })).filter((range) => !isKnown(range));
  if (asked.length === 0) return;
  const ofLots = asked.filter(({ lotId }) => lotId);
  const segments = await db
    .selectFrom('segment')
    .select(['seg', 'count'])
    .where('firmId', '=', firmId)
    .where(
      'seg',
      'in',
      asked.map(({ seg }) => seg),
    )
    .execute();
  const lots = await live(db, 'lot')
    .select('id')
    .where('firmId', '=', firmId)
    .where('id', 'in', [0, ...ofLots.map(({ lotId }) => lotId!)])
    .execute();
  const counts = new Map(segments.map(({ seg, count }) => [seg, count]));
  const lotIds = new Set(lots.map(({ id }) => id));
  for (const { at, seg, serialTo, lotId } of asked) {
    const count = counts.get(seg);
    if (count === undefined) throw invalid(`ranges.${at}.seg`, '码段不存在');
    if (serialTo > count) throw invalid(`ranges.${at}.serialTo`, fill(codeRefusals.outsideSegment[1], { n: count }));
    if (lotId && !lotIds.has(lotId)) throw invalid(`ranges.${at}.lotId`, '批次不存在');
  }
  if (ofLots.length === 0) return;
  const binds = await readBinds(db, firmId, ofLots.map(rangeToRun));
  for (const range of ofLots) {
    const bound = binds.filter(({ lotId }) => lotId === range.lotId);
    if (without([rangeToRun(range)], bound).length > 0)
      throw invalid(`ranges.${range.at}.serialTo`, '码段超出批次范围');
  }
};

const keyOf = ({ lotId, seg, serialFrom, serialTo }: ScopeRange): string =>
  [lotId ?? '', seg, serialFrom, serialTo].join(' ');

/** Replaces the ranges of a scope; those it had stay as they are, whatever became of their codes. */
export const putRanges = async (db: Db, { id, firmId }: Of, ranges: readonly ScopeRange[]): Promise<void> => {
  const known = new Set((await findRanges(db, id)).map(keyOf));
  await checkRanges(db, firmId, ranges, (range) => known.has(keyOf(range)));
  await db.deleteFrom('scopeRange').where('scopeId', '=', id).execute();
  if (ranges.length === 0) return;
  await db
    .insertInto('scopeRange')
    .values(
      ranges.map(({ lotId, seg, serialFrom, serialTo }) => ({
        scopeId: id,
        firmId,
        lotId: lotId ?? null,
        seg,
        span: sql<string>`int8range(${serialFrom}, ${serialTo}, '[]')`,
      })),
    )
    .execute();
};

const regionsOf = async (db: Db, scopeId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('scopeRegion')
    .select('regionCode')
    .where('scopeId', '=', scopeId)
    .orderBy('regionCode')
    .execute();
  return rows.map(({ regionCode }) => regionCode);
};

/** The ranges of a scope with the level of their codes and the numbers of their lots. */
export const findRanges = (db: Db, scopeId: number) =>
  db
    .selectFrom('scopeRange')
    .innerJoin('segment', 'segment.seg', 'scopeRange.seg')
    .leftJoin('lot', 'lot.id', 'scopeRange.lotId')
    .where('scopeRange.scopeId', '=', scopeId)
    .select([
      'scopeRange.lotId',
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'scopeRange.seg',
      'segment.level as codeLevel',
      sql<number>`lower(scope_range.span)`.as('serialFrom'),
      sql<number>`upper(scope_range.span) - 1`.as('serialTo'),
    ])
    .orderBy('scopeRange.seg')
    .orderBy(sql`lower(scope_range.span)`)
    .execute();

/** Regions and ranges of a scope, as a form shows them. */
export const findParts = async (db: Db, scopeId: number) => ({
  regions: await regionsOf(db, scopeId),
  ranges: await findRanges(db, scopeId),
});

/** What a scope says, to be judged by; 404 where there is none. A disabled one goes on saying it where it is in use. */
export const readScope = async (db: Db, id: number): Promise<ScopeRule & { firmId: number }> => {
  const scope = await live(db, 'scope')
    .select(['firmId', 'regionMode', 'rangeMode', 'geoFallback'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!scope) throw notFound();
  const { regions, ranges } = await findParts(db, id);
  const modes = ScopeDraft.shape;
  return {
    firmId: scope.firmId,
    regionMode: modes.regionMode.parse(scope.regionMode),
    rangeMode: modes.rangeMode.parse(scope.rangeMode),
    geoFallback: modes.geoFallback.parse(scope.geoFallback),
    regions: new Set(regions),
    ranges,
  };
};
