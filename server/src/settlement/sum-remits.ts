import { type PayeeKind, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { leastRemit } from '@zhuiyuan/contract/settlement/remit';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { dueStatements } from './find-due.ts';

const { lit } = sql;

/** What waits and what was paid, of a firm's shops or dealers, or of those of all firms; amounts in fen. */
export const sumRemits = async (db: Db, payeeKind: PayeeKind, firmId: number | undefined) => {
  const { rows } = await sql<
    Record<'auditAmount' | 'auditCnt' | 'payAmount' | 'payCnt' | 'monthAmount' | 'monthCnt' | 'rejectedCnt', number>
  >`
    select
      coalesce(sum(amount) filter (where status = ${lit(RemitStatus.waiting)} and audit_at is null), 0)::bigint as audit_amount,
      (count(*) filter (where status = ${lit(RemitStatus.waiting)} and audit_at is null))::int as audit_cnt,
      coalesce(sum(amount) filter (where status = ${lit(RemitStatus.waiting)} and audit_at is not null), 0)::bigint as pay_amount,
      (count(*) filter (where status = ${lit(RemitStatus.waiting)} and audit_at is not null))::int as pay_cnt,
      coalesce(sum(amount) filter (where status = ${lit(RemitStatus.paid)} and paid_at >= date_trunc('month', now())), 0)::bigint as month_amount,
      (count(*) filter (where status = ${lit(RemitStatus.paid)} and paid_at >= date_trunc('month', now())))::int as month_cnt,
      (count(*) filter (where status = ${lit(RemitStatus.rejected)}))::int as rejected_cnt
    from remit where payee_kind = ${payeeKind} and (${firmId ?? null}::bigint is null or firm_id = ${firmId ?? null}::bigint)`.execute(
    db,
  );
  const firms =
    firmId === undefined ? await db.selectFrom('firm').select('id').where('isDel', '=', 0).execute() : [{ id: firmId }];
  const due = { payeeCnt: 0, payeeAmount: 0, dueFrom: null as string | null };
  for (const { id } of firms) {
    const found = await sql<{ payeeCnt: number; payeeAmount: number; dueFrom: string | null }>`
      with ${dueStatements({ firmId: id, payeeKind, minAmount: leastRemit })}
      select count(*)::int as payee_cnt, coalesce(sum(amount), 0)::bigint as payee_amount,
        to_char(min(first_at), 'YYYY-MM-DD') as due_from from sums`.execute(db);
    const { payeeCnt, payeeAmount, dueFrom } = found.rows[0]!;
    due.payeeCnt += payeeCnt;
    due.payeeAmount += payeeAmount;
    if (dueFrom !== null && (due.dueFrom === null || dueFrom < due.dueFrom)) due.dueFrom = dueFrom;
  }
  return { ...rows[0]!, ...due };
};
