import { OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type ExpressionBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { parentPlaces, placeKey, type Place } from '../state/parent-places.ts';
import { partyName } from './party-name.ts';

/** The time a code was in a box, or by itself, in places of the trail; a code moves with the box between them. */
interface Stay extends Place {
  /** Which of the codes that are asked about it is a stay of. */
  of: number;
  since: number;
  until: number;
}

/** Later than everything in the trail. */
const open = Number.MAX_SAFE_INTEGER;

/** There are three levels, so a code lies in two boxes at most. */
const mostClimbs = 2;

const moving = [OpType.ship, OpType.cancelShip, OpType.sign, OpType.takeBack];

const asStays = (stays: readonly Stay[]) =>
  sql<
    Stay & { nth: number }
  >`unnest(${stays.map(({ seg }) => seg)}::int[], ${stays.map(({ serial }) => serial)}::bigint[],
    ${stays.map(({ since }) => since)}::bigint[], ${stays.map(({ until }) => until)}::bigint[]) with ordinality`.as<'stay'>(
    sql`stay(seg, serial, since, until, nth)`,
  );

/** The trail of the place of a stay; each place looks into the index by itself, however many there are. */
const trailOf = (row: ExpressionBuilder<DB & { stay: Stay }, 'stay'>) =>
  row
    .selectFrom('codeOpItem')
    .whereRef('codeOpItem.seg', '=', 'stay.seg')
    .where(sql<boolean>`code_op_item.span @> stay.serial`)
    .selectAll('codeOpItem')
    .offset(sql<number>`0`)
    .as('item');

const placeIn = (json: 'item.after' | 'first', name: 'parentSeg' | 'parentSerial') =>
  json === 'first'
    ? sql<number | null>`(item.before -> 0 ->> ${sql.lit(name)})::bigint`
    : sql<number | null>`(item.after ->> ${sql.lit(name)})::bigint`;

/** The boxes that each of some stays was spent in, by the trail of packing; what lies in a box by its print has no trail there. */
const staysAround = async (db: Db, firms: readonly number[], stays: readonly Stay[]): Promise<Stay[]> => {
  const [now, packed] = await Promise.all([
    parentPlaces(db, firms, stays),
    db
      .selectFrom(asStays(stays))
      .innerJoinLateral(trailOf, (join) => join.onTrue())
      .where(sql<boolean>`(item.after ? 'parentSeg' or item.before -> 0 ? 'parentSeg')`)
      .select([
        'stay.nth',
        'item.seq',
        placeIn('item.after', 'parentSeg').as('intoSeg'),
        placeIn('item.after', 'parentSerial').as('intoSerial'),
        placeIn('first', 'parentSeg').as('outOfSeg'),
        placeIn('first', 'parentSerial').as('outOfSerial'),
      ])
      .orderBy('item.seq')
      .orderBy('item.id')
      .execute(),
  ]);
  return stays.flatMap((stay, at) => {
    const around: Stay[] = [];
    let since = 0;
    for (const { seq, intoSeg, outOfSeg, outOfSerial } of packed.filter(({ nth }) => nth === at + 1)) {
      if (outOfSeg !== null) around.push({ of: stay.of, seg: outOfSeg, serial: outOfSerial!, since, until: seq });
      if (intoSeg !== null) since = seq;
    }
    const box = now.get(placeKey(stay));
    if (box) around.push({ of: stay.of, seg: box.seg, serial: box.serial, since, until: open });
    return around
      .map((one) => ({ ...one, since: Math.max(one.since, stay.since), until: Math.min(one.until, stay.until) }))
      .filter((one) => one.since < one.until);
  });
};

/**
 * Every shipment, its cancelling and its signing that moved each of some codes, by itself or with the boxes it was in at that time;
 * oldest first. In a few statements, however many codes there are.
 */
export const codeMovesOf = async (db: Db, codes: readonly (Place & { firmId: number })[]) => {
  if (codes.length === 0) return [];
  const firms = [...new Set(codes.map(({ firmId }) => firmId))];
  const stays: Stay[] = codes.map(({ seg, serial }, of) => ({ of, seg, serial, since: 0, until: open }));
  let last = stays.slice();
  for (let climb = 0; climb < mostClimbs && last.length > 0; climb += 1) {
    last = await staysAround(db, firms, last);
    stays.push(...last);
  }
  const status = sql<number>`(item.after ->> 'shipStatus')::int`;
  const deliverId = sql`case when op.op_type = ${sql.lit(OpType.cancelShip)} then (select (was ->> 'deliverId')::bigint
    from jsonb_array_elements(item.before) was where stay.serial between (was ->> 'from')::bigint and (was ->> 'to')::bigint limit 1)
    else (item.after ->> 'deliverId')::bigint end`;
  const moves = await db
    .selectFrom(asStays(stays))
    .innerJoinLateral(trailOf, (join) => join.on(sql<boolean>`item.seq > stay.since and item.seq < stay.until`))
    .innerJoin('codeOp as op', 'op.id', 'item.opId')
    .innerJoin('deliver', (join) => join.on(sql<boolean>`deliver.id = ${deliverId}`))
    .leftJoin('admin', 'admin.id', 'op.operatorId')
    .where('op.opType', 'in', moving)
    // A code that is taken out of its box to be shipped keeps first what it had through the box: that is no move.
    .where(
      sql<boolean>`(op.op_type = ${sql.lit(OpType.cancelShip)} or ${status} = case op.op_type when ${sql.lit(OpType.sign)}
        then ${sql.lit(Shipping.signed)} else ${sql.lit(Shipping.shipped)} end)`,
    )
    .select([
      'item.id',
      sql<string>`coalesce(item.occurred_at, item.at)`.as('at'),
      'op.opType',
      'op.opSrc',
      'op.opNo',
      'op.reason',
      'admin.realName',
      'deliver.id as deliverId',
      'deliver.deliverNo',
      'deliver.bizType',
      partyName('deliver', 'from').as('from'),
      partyName('deliver', 'to').as('to'),
      'stay.nth',
    ])
    .orderBy('item.seq')
    .orderBy('item.id')
    .execute();
  const found = codes.map((): (Omit<(typeof moves)[number], 'nth'> & { box: Place | null })[] => []);
  for (const { nth, ...move } of moves) {
    const { of, seg, serial } = stays[nth - 1]!;
    // The box that moved with the code in it.
    const box = placeKey({ seg, serial }) === placeKey(codes[of]!) ? null : { seg, serial };
    found[of]!.push({ ...move, box });
  }
  return found;
};

/** What moved one code, see {@link codeMovesOf}. */
export const codeMoves = async (db: Db, code: Place & { firmId: number }) => (await codeMovesOf(db, [code]))[0]!;

export type CodeMove = Awaited<ReturnType<typeof codeMoves>>[number];
