import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type RawBuilder } from 'kysely';
import { PackState, SpanKind } from './code-states.ts';

const { lit } = sql;

/** Of the runs that a code lies in (rows of `code_span`, at most one of each kind): what those of one kind say. */
export const ofSpans = (kind: number, what: RawBuilder<unknown>): RawBuilder<never> =>
  sql`max(${what}) filter (where kind = ${lit(kind)})`;

/** Columns of {@link ofSpans}: the box that a code was packed into with its run, and how it was shipped with it. */
export const spanCustody = sql<never>`
  ${ofSpans(SpanKind.pack, sql`(payload ->> 'parentSeg')::int`)} as pack_seg,
  ${ofSpans(SpanKind.pack, sql`(payload ->> 'parentSerial')::bigint`)} as pack_serial,
  ${ofSpans(SpanKind.ship, sql`(payload ->> 'shipStatus')::int`)} as ship_status,
  ${ofSpans(SpanKind.ship, sql`(payload ->> 'holderKind')::int`)} as holder_kind,
  ${ofSpans(SpanKind.ship, sql`(payload ->> 'holderId')::bigint`)} as holder_id,
  ${ofSpans(SpanKind.ship, sql`coalesce((payload ->> 'shipAt')::timestamptz, at)`)} as ship_at,
  ${ofSpans(SpanKind.ship, sql`seq`)} as ship_seq`;

/** What a code's own custody says: of its row (alias `unit`) and its run (`spans`, see {@link spanCustody}) what was said last. */
export const ownCustody = <T>(name: 'ship_status' | 'holder_kind' | 'holder_id' | 'ship_at'): RawBuilder<T> =>
  sql<T>`case when spans.ship_seq >= coalesce(unit.ship_seq, 0) then ${sql.ref(`spans.${name}`)} else ${sql.ref(`unit.${name}`)} end`;

const allOfIt = sql<never>`${ownCustody('ship_status')} as ship_status, ${ownCustody('holder_kind')} as holder_kind,
  ${ownCustody('holder_id')} as holder_id, ${ownCustody('ship_at')} as ship_at`;

/** The place of the box that a code of a table lies in by its columns `pack_state`, `parent_seg`, `set_seg`, `pack_seg` and their like. */
const boxOf = (of: string, serial: RawBuilder<unknown>) => {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const choose = (own: RawBuilder<unknown>, printed: RawBuilder<unknown>, run: RawBuilder<unknown>) => sql<never>`
    case when ${column('pack_state')} = ${lit(PackState.packed)} then ${own} when ${column('pack_state')} = ${lit(PackState.unpacked)} then null
      when ${column('set_seg')} is not null then ${printed} else ${run} end`;
  const printed = sql`(${serial} - 1) / ${column('set_ratio')} + 1`;
  return sql<never>`(select ${choose(column('parent_seg'), column('set_seg'), column('pack_seg'))} as seg,
    ${choose(column('parent_serial'), printed, column('pack_serial'))} as serial offset 0)`;
};

const spansAt = (place: string, firmId: string) => sql<never>`(select ${spanCustody} from code_span
  where firm_id = ${sql.ref(firmId)} and seg = ${sql.ref(`${place}.seg`)} and span @> ${sql.ref(`${place}.serial`)})`;

/**
 * Who has a code that the statement around read as `unit` by `unitQuery`: `holder_kind`, `holder_id` and `ship_at` where the goods are out of the
 * firm's hands, nulls else. Of what lies in a box only the outermost box moves; each box costs its segment, its own row and one look
 * at its runs (the outermost of two no segment), a code in no box nothing.
 */
export const custodyOf = (serial: RawBuilder<unknown>): RawBuilder<never> => sql`(
  select case when out then holder_kind end as holder_kind, case when out then holder_id end as holder_id, case when out then ship_at end as ship_at
  from (
    select case when p2.seg is not null then b2.ship_status when p1.seg is not null then b1.ship_status else unit.ship_status end as ship_status,
      case when p2.seg is not null then b2.holder_kind when p1.seg is not null then b1.holder_kind else unit.holder_kind end as holder_kind,
      case when p2.seg is not null then b2.holder_id when p1.seg is not null then b1.holder_id else unit.holder_id end as holder_id,
      case when p2.seg is not null then b2.ship_at when p1.seg is not null then b1.ship_at else unit.ship_at end as ship_at
    from ${boxOf('unit', serial)} p1
    left join lateral (
      select segment.firm_id, coalesce(unit.pack_state, ${lit(PackState.unsaid)}) as pack_state, unit.parent_seg, unit.parent_serial,
        segment.parent_seg as set_seg, segment.parent_ratio as set_ratio, spans.pack_seg, spans.pack_serial, ${allOfIt}
      from segment left join code_unit unit on unit.seg = segment.seg and unit.serial = p1.serial cross join lateral ${spansAt('p1', 'segment.firmId')} spans
      where p1.seg is not null and segment.seg = p1.seg offset 0
    ) b1 on true
    cross join lateral ${boxOf('b1', sql`p1.serial`)} p2
    left join lateral (
      select ${allOfIt} from ${spansAt('p2', 'b1.firmId')} spans left join code_unit unit on unit.seg = p2.seg and unit.serial = p2.serial
      where p2.seg is not null offset 0
    ) b2 on true
    offset 0
  ) outermost
  cross join lateral (select ship_status in (${lit(Shipping.shipped)}, ${lit(Shipping.signed)}) and holder_kind <> ${lit(Holder.firm)}
    and holder_id is not null as out offset 0) goods offset 0)`;
