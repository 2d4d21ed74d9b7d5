import { ownParams } from '@zhuiyuan/contract/police/police-params';
import { policeRefusals } from '@zhuiyuan/contract/police/police-refusals';
import type { PoliceRuleDraft } from '@zhuiyuan/contract/police/police-rule';
import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import { staffOfFirms } from '../fund/pool/pool-writes.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { changeRow, lockRow } from '../kit/db/rows.ts';
import { invalid, refuse, type Constraints } from '../kit/refusal.ts';

/** What the database refuses of them, in words. */
export const ruleConstraints: Constraints = {
  police_rule_name_uq: () => {
    const { sameName } = policeRefusals;
    return refuse(sameName, {}, { fields: [{ field: 'name', message: sameName[1] }] });
  },
};

/** Refuses rows of another firm, or that are gone; of those that the rule had before nothing is asked. */
const requireOwn = async (
  db: Db,
  firmId: number,
  draft: PoliceRuleDraft,
  before: { productIds: readonly number[]; agentIds: readonly number[]; notifyIds: readonly number[] },
): Promise<void> => {
  const added = (name: keyof typeof before) => draft[name].filter((id) => !before[name].includes(id));
  const [products, agents, staff] = [added('productIds'), added('agentIds'), added('notifyIds')];
  for (const [table, ids, field, message] of [
    ['product', products, 'productIds', '请选择本企业的产品'],
    ['agent', agents, 'agentIds', '请选择本企业的经销商'],
  ] as const) {
    if (ids.length === 0) continue;
    const known = await live(db, table as 'product')
      .where('firmId', '=', firmId)
      .where('id', 'in', ids)
      .select('id')
      .execute();
    if (known.length < ids.length) throw invalid(field, message);
  }
  if (staff.length === 0) return;
  const known = await staffOfFirms(db).where('admin.firmId', '=', firmId).where('admin.id', 'in', staff).execute();
  if (known.length < staff.length) throw invalid('notifyIds', '请选择本企业的管理员');
};

const columnsOf = ({ firmId: _firm, ...draft }: PoliceRuleDraft) => ({
  ...draft,
  params: JSON.stringify(ownParams(draft.policeType, draft.params)),
});

const none = { productIds: [], agentIds: [], notifyIds: [] };

/** Makes a rule of a firm; 62509 where one is called so. */
export const insertRule = async (
  db: Db,
  draft: PoliceRuleDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> => {
  await requireOwn(db, firmId, draft, none);
  return db
    .insertInto('policeRule')
    .values({ ...columnsOf(draft), firmId, createdBy: operatorId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
};

/** Changes a rule from the next round on; its type stays, for events of it are there. */
export const updateRule = async (
  db: Db,
  id: number,
  version: number | undefined,
  draft: PoliceRuleDraft,
): Promise<Saved> => {
  const before = await lockRow(
    db,
    'policeRule',
    id,
    ['firmId', 'policeType', 'productIds', 'agentIds', 'notifyIds'],
    version,
  );
  if (draft.policeType !== before.policeType) throw invalid('policeType', '预警类型不能修改');
  await requireOwn(db, before.firmId, draft, before);
  // What the last look found was found by other conditions.
  return changeRow(db, 'policeRule', id, { ...columnsOf(draft), trial: null });
};

/** Deletes a rule softly; 62652 while an event of it is open. */
export const removeRule = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'policeRule', id);
  const open = await db
    .selectFrom('policeEvent')
    .where('ruleId', '=', id)
    .where('status', 'in', [sql.lit(RiskStatus.waiting), sql.lit(RiskStatus.doing)])
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (open) throw refuse(policeRefusals.hasOpen);
  await changeRow(db, 'policeRule', id, { isDel: 1 });
};
