import type { fieldNeedsApi } from '@zhuiyuan/contract/fieldwork/field-needs';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { NeedApplyDraft } from '@zhuiyuan/contract/movement/replenish/need-apply';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { insertApply } from '../movement/replenish/apply-writes.ts';
import { toActor } from './holder.ts';

/** 提交补货申请: hands in a dealer's request to the firm, sent to his own address. */
export const saveFieldNeed = async (
  db: Db,
  role: Role,
  { idemKey: _key, ...asked }: InputOf<typeof fieldNeedsApi.save>,
): Promise<{ id: number; applyNo: string }> => {
  const { regionCode, ...agent } = await db
    .selectFrom('agent')
    .where('id', '=', role.id)
    .select(['contact as receiver', 'phone', 'regionCode', 'address'])
    .executeTakeFirstOrThrow();
  const draft = NeedApplyDraft.parse({
    ...asked,
    ...agent,
    // Whoever has told the firm no address is known to it by his name.
    address: agent.address || role.name,
    receiver: agent.receiver || role.name.slice(0, 20),
    ...(regionCode ? { regionCode } : {}),
    agentId: role.id,
    submits: true,
  });
  const { id } = await insertApply(db, draft, role.firmId, toActor(role));
  return db.selectFrom('needApply').where('id', '=', id).select(['id', 'applyNo']).executeTakeFirstOrThrow();
};
