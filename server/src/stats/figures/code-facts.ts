import { OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type RawBuilder } from 'kysely';
import type { FactKind, Part } from './fact-kind.ts';

type Sql = RawBuilder<unknown>;

const codesOf = (op: string): Sql =>
  sql`coalesce((${sql.ref(`${op}.result`)} ->> 'ok')::bigint, ${sql.ref(`${op}.ok_cnt`)})`;
const ended = (op: string): Sql => sql`${sql.ref(`${op}.status`)} = ${sql.lit(OpStatus.done)}`;
const boundIn = (op: string): Partial<Record<Part, Sql>> => ({
  product: sql`(${sql.ref(`${op}.params`)} ->> 'productId')::bigint`,
  lot: sql`(${sql.ref(`${op}.params`)} ->> 'lotId')::bigint`,
});

/** Codes that were activated. */
export const activated: FactKind = {
  from: sql`code_op`,
  firm: sql`code_op.firm_id`,
  time: sql`code_op.finished_at`,
  where: sql`code_op.op_type = ${sql.lit(OpType.activate)} and ${ended('code_op')}`,
  of: boundIn('code_op'),
  adds: { activated: codesOf('code_op') },
  under: ['product', 'lot'],
};
/** Undone within a day; taken off the day of the activation. */
export const deactivated: FactKind = {
  from: sql`code_op join code_op undone on undone.firm_id = code_op.firm_id and undone.id = (code_op.params ->> 'undo')::bigint`,
  firm: sql`code_op.firm_id`,
  time: sql`code_op.finished_at`,
  booked: sql`undone.finished_at`,
  where: sql`code_op.op_type = ${sql.lit(OpType.undoActivation)} and ${ended('code_op')}`,
  of: boundIn('undone'),
  adds: { activated: sql`-${codesOf('code_op')}` },
  under: ['product', 'lot'],
};
