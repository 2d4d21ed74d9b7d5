import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { sql, type RawBuilder } from 'kysely';
import { findBroken } from './broken-rows.ts';
import type { MoneyCheck } from './check-fund.ts';

/**
 * A rule about a firm's rows that stand in no pool. Its statement answers `firm_id`, `detail` and `difference` of what breaks it;
 * `only` limits the rows of the table `t` to the firm that is asked about, where there is one.
 */
export const firmCheck = (
  name: string,
  toStatement: (only: RawBuilder<unknown>) => RawBuilder<unknown>,
): MoneyCheck => ({
  name,
  find: (db, firmId) => {
    const asked = sql`${firmId ?? null}::bigint`;
    return findBroken(
      db,
      sql`
        select firm_id, null::bigint as pool_id, detail, difference
        from (${toStatement(sql`(${asked} is null or t.firm_id = ${asked})`)}) as found
        where ${asked} is null or firm_id = ${asked}`,
    );
  },
});

/**
 * Whether a column names one of the staff, of the row's firm or of the platform, who was there already at the moment `at`: `person`, `at` and
 * `firmId` are columns. Nobody of them is ever deleted for good; the account that a database begins with was always there.
 */
export const isStaff = (person: string, at: string, firmId = 't.firm_id') =>
  sql<boolean>`exists (select from admin where admin.id = ${sql.ref(person)} and admin.firm_id in (0, ${sql.ref(firmId)})
    and (admin.created_at < ${sql.ref(at)} + interval '1 minute' or admin.account = ${sql.lit(rootAccount)}))`;

/**
 * A rule that what was noted in a table of notes (`changed_by`, `at`) was said by the staff of that moment; the first note of each `of` (columns beside
 * `firm_id`) names nobody where it was written for what stood before notes. `says` names a row of `t` in words.
 */
export const notedByStaff = (
  name: string,
  notes: string,
  of: readonly string[],
  says: RawBuilder<unknown>,
): MoneyCheck =>
  firmCheck(
    name,
    (only) => sql`
      select t.firm_id, ${says} as detail, 1 as difference
      from (select t.*, min(t.id) over (partition by ${sql.join(['firm_id', ...of].map((column) => sql.ref(`t.${column}`)))}) as first
        from ${sql.table(notes)} t where ${only}) t
      where case when t.changed_by is null then t.id <> t.first else not ${isStaff('t.changed_by', 't.at')} end`,
  );
