import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import type { PoolDraft } from '@zhuiyuan/contract/fund/pool/pool';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, refuse, type Constraints } from '../../kit/refusal.ts';

/** What the database refuses of them, in words. */
export const poolConstraints: Constraints = {
  pool_mch_conf_uq: () => {
    const { merchantHasPool } = fundRefusals;
    return refuse(merchantHasPool, {}, { fields: [{ field: 'mchConfId', message: merchantHasPool[1] }] });
  },
};

/** Staff that a pool of a firm may name: the firm's own. */
export const staffOfFirms = (db: Db) =>
  db
    .selectFrom('admin')
    .select(['admin.id', 'admin.realName', 'admin.account', 'admin.firmId'])
    .where('admin.isDel', '=', false)
    .where('admin.status', '=', true)
    .where('admin.firmId', '<>', 0);

const requireStaff = async (db: Db, firmId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const known = await staffOfFirms(db).where('admin.firmId', '=', firmId).where('admin.id', 'in', ids).execute();
  if (known.length < ids.length) throw invalid('notifyIds', '请选择本企业的管理员');
};

const requireMerchant = async (db: Db, firmId: number, id: number): Promise<void> => {
  const merchant = await live(db, 'merchant')
    .select('id')
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .forShare()
    .executeTakeFirst();
  if (!merchant) throw invalid('mchConfId', '请选择商户');
};

/** Makes a pool of a firm, empty. Refuses 62411 where its merchant has one. */
export const insertPool = async (
  db: Db,
  draft: PoolDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  await requireMerchant(db, firmId, draft.mchConfId);
  await requireStaff(db, firmId, draft.notifyIds);
  return db
    .insertInto('pool')
    .values({ ...draft, firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Changes a pool. The money of a pool lies with its merchant: another one is refused once money has moved. */
export const updatePool = async (
  db: Db,
  id: number,
  { firmId: _firm, ...draft }: PoolDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockRow(db, 'pool', id, ['firmId', 'mchConfId', 'notifyIds'], version);
  if (before.mchConfId !== draft.mchConfId) {
    if (await hasMoved(db, id)) throw invalid('mchConfId', '已有资金往来，不能更换商户');
    await requireMerchant(db, before.firmId, draft.mchConfId);
  }
  // Whoever left since stays named until somebody changes the list.
  await requireStaff(
    db,
    before.firmId,
    draft.notifyIds.filter((one) => !before.notifyIds.includes(one)),
  );
  return changeRow(db, 'pool', id, draft);
};

const hasMoved = async (db: Db, id: number): Promise<boolean> => {
  const { moved } = await db
    .selectNoFrom((row) => [
      row
        .or([
          row.exists(row.selectFrom('fundLedger').select(sql.lit(1).as('one')).where('poolId', '=', id)),
          row.exists(row.selectFrom('fundRequest').select(sql.lit(1).as('one')).where('poolId', '=', id)),
          row.exists(row.selectFrom('activityBudget').select(sql.lit(1).as('one')).where('poolId', '=', id)),
        ])
        .as('moved'),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(moved);
};

/** Deletes a pool softly; refused once money has moved or somebody asked for it. */
export const removePool = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'pool', id);
  if (await hasMoved(db, id)) throw refuse(fundRefusals.poolMoved);
  await changeRow(db, 'pool', id, { isDel: 1 });
};
