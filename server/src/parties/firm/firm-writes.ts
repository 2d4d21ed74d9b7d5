import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Review } from '@zhuiyuan/contract/kit/review';
import { FirmDraft, platformFields } from '@zhuiyuan/contract/parties/firm/firm-draft';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { sql } from 'kysely';
import { revokeFirmSessions } from '../../access/revoke-sessions.ts';
import { cleanRich } from '../../kit/clean-html.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { emit } from '../../kit/db/events.ts';
import { awaitsDemo } from '../../settings/demo-state.ts';

declare module '../../kit/db/events.ts' {
  interface Events {
    'firm.created': { firmId: number };
  }
}

/** What the database refuses of them, in words. */
export const firmConstraints: Constraints = {
  firm_name_uq: () => invalid('name', '名称已存在'),
  firm_no_uq: () => invalid('firmNo', '编号已存在'),
  firm_credit_uq: () => invalid('creditCode', '该信用代码已存在'),
  firm_domain_uq: () => invalid('domain', '域名已被占用'),
  firm_quota_ck: () => invalid('codeQuota', '额度不能小于已使用数量'),
};

/** The next `F{yyMMdd}{4}` of today; two at the same time wait for each other. */
const nextFirmNo = async (db: Db): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtext('firm_no'))`.execute(db);
  const prefix = `F${shanghaiToday().slice(2).replaceAll('-', '')}`;
  const last = await db
    .selectFrom('firm')
    .select(sql<number>`coalesce(max(substring(firm_no from 8)::int), 0)`.as('number'))
    .where('firmNo', '~', `^${prefix}[0-9]{4}$`)
    .executeTakeFirstOrThrow();
  return prefix + String(last.number + 1).padStart(4, '0');
};

const toColumns = ({ images, intro, gcp, gln, domain, validFrom, validTo, codeQuota, ...rest }: FirmDraft) => ({
  ...rest,
  images: JSON.stringify(images),
  intro: cleanRich(intro),
  gcp: gcp || null,
  gln: gln || null,
  domain: domain.toLowerCase() || null,
  validFrom: validFrom ?? null,
  validTo: validTo ?? null,
  codeQuota: codeQuota ?? null,
});

/**
 * Makes a firm with the flow types everybody begins with; it waits for review. A blank number gets the next one of the day.
 * The demonstration counts on being alone until it is there.
 */
export const insertFirm = async (
  db: Db,
  draft: FirmDraft,
  operatorId: number,
): Promise<{ id: number; version: number }> => {
  if (await awaitsDemo(db)) throw refuse(partyRefusals.demoPreparing);
  const saved = await db
    .insertInto('firm')
    .values({ ...toColumns(draft), firmNo: draft.firmNo || (await nextFirmNo(db)), createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await emit(db, 'firm.created', { firmId: saved.id });
  return saved;
};

/** A firm as a change of it is written, locked. */
export const storedFirm = (db: Db, id: number) => lockRow(db, 'firm', id, Object.keys(FirmDraft.shape) as Column[]);
type Column = keyof FirmDraft;

/**
 * Replaces a firm's fields. 409 when `version` is not the row's. Staff of the firm itself may not change what the
 * platform keeps. A rejected or unsent firm goes to review again; disabling one signs its staff out.
 */
export const updateFirm = async (
  db: Db,
  id: number,
  draft: FirmDraft,
  version: number | undefined,
  operator: Operator,
): Promise<{ id: number; version: number }> => {
  const before = await lockRow(db, 'firm', id, ['audit', ...platformFields], version);
  const columns = { ...toColumns(draft), firmNo: draft.firmNo || before.firmNo };
  if (operator.firmId !== null) {
    const changed = platformFields.find((field) => columns[field] !== before[field]);
    if (changed) throw invalid(changed, '该项由平台维护，不能修改');
  }
  const goesToReview = before.audit === Review.rejected || before.audit === Review.unsent;
  const saved = await changeRow(db, 'firm', id, {
    ...columns,
    ...(goesToReview ? { audit: Review.waiting, auditRemark: '' } : {}),
  });
  if (columns.status !== before.status) await revokeFirmSessions(db, id);
  return saved;
};

/** Deletes a firm softly and signs its staff out; refused while codes of it are active. */
export const removeFirm = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'firm', id);
  const active = await db
    .selectFrom('product')
    .select('id')
    .where('firmId', '=', id)
    .where('activeCnt', '>', 0)
    .limit(1)
    .executeTakeFirst();
  if (active) throw refuse(traceRefusals.hasActiveCodes);
  await changeRow(db, 'firm', id, { isDel: 1 });
  await revokeFirmSessions(db, id);
};
