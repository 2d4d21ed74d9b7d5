import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Saved, SavedMeanwhile } from '@zhuiyuan/contract/kit/standard';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { DB } from './database-types.gen.ts';
import type { Db } from './database.ts';
import { notFound, stale, type Refusal } from '../refusal.ts';
import { live } from './live.ts';
import { staffName } from './selectors.ts';

type With<Row> = { [T in keyof DB]: Selectable<DB[T]> extends Row ? T : never }[keyof DB] & string;

/** Tables whose rows are deleted softly and count their changes in `version`. */
type KeptTable = With<{ id: number; isDel: number; version: number; updatedAt: string }>;

/** Those of them whose rows can be disabled. */
type SwitchedTable = KeptTable & With<{ status: number }>;

type Columns<T extends KeptTable> = keyof Selectable<DB[T]> & string;

/** When a row was saved last, and who did: the call whose row of the audit log belongs to the same transaction. */
export const savedLast = async (db: Db, table: KeptTable, id: number): Promise<SavedMeanwhile> => {
  const at = live(db, table as 'firm')
    .select('updatedAt')
    .where('id', '=', id);
  const row = await at.executeTakeFirstOrThrow();
  const call = await db
    .selectFrom('auditLog')
    .select(staffName('auditLog.adminId').as('by'))
    .where('operTime', '=', at)
    .where('status', '=', AuditStatus.normal)
    .executeTakeFirst();
  return { by: call?.by ?? '', at: row.updatedAt };
};

/** Columns of a row that is not deleted, locked until the transaction ends; 404 where there is none, 409 when `version` is another one. */
export const lockRow = async <T extends KeptTable, C extends Columns<T>>(
  db: Db,
  table: T,
  id: number,
  columns: readonly C[] = [],
  version?: number,
): Promise<Pick<Selectable<DB[T]>, C>> => {
  // all these tables share the columns named here, so one of them stands for all
  const row = await live(db, table as 'firm')
    .select(['version', ...(columns as readonly [])])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (version !== undefined && version !== row.version) throw stale(await savedLast(db, table, id));
  return row as unknown as Pick<Selectable<DB[T]>, C>;
};

const enabled = <T extends SwitchedTable>(db: Db, table: T, id: number, columns: readonly Columns<T>[]) =>
  live(db, table as 'firm')
    .select(columns as readonly [])
    .where('id', '=', id)
    .where('status', '=', Enabled.on);

/** Columns of a row that is neither deleted nor disabled; throws `gone` where there is none. */
export const requireEnabled = async <T extends SwitchedTable, C extends Columns<T>>(
  db: Db,
  table: T,
  id: number,
  columns: readonly C[],
  gone: () => Refusal,
): Promise<Pick<Selectable<DB[T]>, C>> => {
  const row = await enabled(db, table, id, columns).executeTakeFirst();
  if (!row) throw gone();
  return row as unknown as Pick<Selectable<DB[T]>, C>;
};

/** As {@link requireEnabled}, and the row stays enabled until the transaction ends: for what is going to name it. */
export const lockEnabled = async <T extends SwitchedTable, C extends Columns<T>>(
  db: Db,
  table: T,
  id: number,
  columns: readonly C[],
  gone: () => Refusal,
): Promise<Pick<Selectable<DB[T]>, C>> => {
  const row = await enabled(db, table, id, columns).forShare().executeTakeFirst();
  if (!row) throw gone();
  return row as unknown as Pick<Selectable<DB[T]>, C>;
};

/** Changes columns of a row that is not deleted and counts the change; 404 where there is none. */
export const changeRow = async <T extends KeptTable>(
  db: Db,
  table: T,
  id: number,
  change: UpdateObject<DB, T, T>,
): Promise<Saved> => {
  const saved = await db
    .updateTable(table as 'firm')
    .set(change as UpdateObject<DB, 'firm', 'firm'>)
    .set((row) => ({ version: row('version', '+', 1), updatedAt: sql`now()` }))
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .returning(['id', 'version'])
    .executeTakeFirst();
  if (!saved) throw notFound();
  return saved;
};

/** Enables or disables a row; what a call that does only this answers. */
export const switchRow = async (
  db: Db,
  table: SwitchedTable,
  { id, status }: { id: number; status: number },
): Promise<null> => {
  await changeRow(db, table as 'firm', id, { status });
  return null;
};
