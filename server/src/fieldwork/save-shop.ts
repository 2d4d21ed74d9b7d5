import type { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { invalid } from '../kit/refusal.ts';
import { insertShop } from '../parties/shop/shop-writes.ts';
import { checkPictures } from '../scan/query/check-pictures.ts';
import { agentsOf } from './field-agents.ts';
import { toSender } from './inspect.ts';

/** 新增门店 by a salesman, who looks after it from then on; it waits for review. */
export const saveFieldShop = async (
  db: Db,
  role: Role,
  { idemKey: _key, ...draft }: InputOf<typeof fieldShopsApi.save>,
): Promise<{ id: number }> => {
  const pictures = [draft.doorImage, draft.licenseImage].filter(Boolean);
  await checkPictures(db, pictures, toSender(role));
  const agent = await (
    await agentsOf(db, role)
  )
    .where('agent.id', '=', draft.agentId)
    .select('agent.id')
    .executeTakeFirst();
  if (!agent) throw invalid('agentId', '请选择所属经销商');
  const { id } = await insertShop(
    db,
    { ...draft, shopNo: '', salesmanId: role.id, status: Enabled.on, payChannel: '', payAccount: '', payName: '' },
    { firmId: role.firmId, operatorId: null, source: RowSource.merchant },
  );
  return { id };
};
