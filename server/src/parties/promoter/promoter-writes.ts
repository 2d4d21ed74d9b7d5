import { multiplyDecimal } from '@zhuiyuan/contract/kit/decimal';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { PromoterDraft } from '@zhuiyuan/contract/parties/promoter/promoter';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';

/** What the database refuses of them, in words. */
export const promoterConstraints: Constraints = { spread_phone_uq: () => invalid('phone', '手机号已被使用') };

/** The next `T00000001` of all firms: the number alone names a promoter on his code. */
const nextPromoterNo = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ number: number }>`select nextval('spread_no_seq') as number`.execute(db);
  return `T${String(rows[0]!.number).padStart(8, '0')}`;
};

const toColumns = ({ firmId: _firm, rate, pid, agentId, shopId, ...rest }: PromoterDraft) => ({
  ...rest,
  rateBp: multiplyDecimal(rate, 100),
  pid: pid ?? null,
  agentId: agentId ?? null,
  shopId: shopId ?? null,
});

/** Agent, shop and promoter above must be of the same firm and still there; nobody stands above himself. */
const checkPlaces = async (db: Db, firmId: number, draft: PromoterDraft, id?: number): Promise<void> => {
  for (const [field, table, message] of [
    ['agentId', 'agent', '经销商不存在'],
    ['shopId', 'shop', '门店不存在'],
    ['pid', 'spread', '上级推广员不存在'],
  ] as const) {
    const value = draft[field];
    if (!value) continue;
    const found = await live(db, table)
      .select('id')
      .where('id', '=', value)
      .where('firmId', '=', firmId)
      .forKeyShare()
      .executeTakeFirst();
    if (!found) throw invalid(field, message);
  }
  if (!id || !draft.pid) return;
  // Two moves at once could close a ring that neither sees.
  await sql`select pg_advisory_xact_lock(hashtext('spread_pid'), hashint8(${firmId}))`.execute(db);
  const { rows } = await sql<{ isBelow: boolean }>`
    with recursive above as (
      select id, pid from spread where id = ${draft.pid} and firm_id = ${firmId}
      union select s.id, s.pid from spread s join above on s.id = above.pid and s.firm_id = ${firmId})
    select exists (select from above where id = ${id}) as is_below`.execute(db);
  if (rows[0]!.isBelow) throw invalid('pid', '上级不能是自己或自己的下级');
};

/** Makes a promoter with a number of his own. */
export const insertPromoter = async (
  db: Db,
  draft: PromoterDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  await checkPlaces(db, firmId, draft);
  return db
    .insertInto('spread')
    .values({ ...toColumns(draft), firmId, spreadNo: await nextPromoterNo(db), createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** A promoter as a change of him is written, locked. */
export const storedPromoter = (db: Db, id: number) =>
  lockRow(db, 'spread', id, ['avatar', 'name', 'phone', 'pid', 'agentId', 'shopId', 'rateBp', 'remark', 'status']);

/** Replaces a promoter's fields; the number stays. 409 when `version` is not the row's. */
export const updatePromoter = async (
  db: Db,
  id: number,
  draft: PromoterDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(db, 'spread', id, ['firmId'], version);
  await checkPlaces(db, before.firmId, draft, id);
  return changeRow(db, 'spread', id, toColumns(draft));
};

/** Deletes a promoter softly; refused while others stand below him. */
export const removePromoter = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'spread', id);
  const follower = await live(db, 'spread').select('id').where('pid', '=', id).limit(1).executeTakeFirst();
  if (follower) throw refuse(partyRefusals.inUse);
  await changeRow(db, 'spread', id, { isDel: 1 });
};

/** Leaves the promoters of a deleted agent without one. */
export const leaveAgent = async (db: Db, { agentId }: { agentId: number }): Promise<void> => {
  await db.updateTable('spread').set({ agentId: null }).where('agentId', '=', agentId).execute();
};
