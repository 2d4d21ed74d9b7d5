import { BanKind, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { insertDefaultRules } from '../src/risk/default-rules.ts';
import type { TestApp } from './app.ts';
import { makeMembers } from './factories/lottery.ts';

/** A consumer of a firm, named with `mark`, with an entry on either list, a rule of the firm and a hit of his. */
export const makeForeignConsumer = async (app: TestApp, firmId: number, mark: string) => {
  const [consumerId, listedId, whiteUid] = await makeMembers(app, firmId, 3);
  await app.db.updateTable('member').set({ nickName: mark }).where('firmId', '=', firmId).execute();
  await insertDefaultRules(app.db, { firmId });
  const entry = async (uid: number, isWhite: boolean) =>
    (
      await app.db
        .insertInto('blacklist')
        .values({ firmId, kind: BanKind.person, value: String(uid), isWhite, reason: mark })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const { id: riskRuleId } = await app.db
    .selectFrom('riskRule')
    .where('firmId', '=', firmId)
    .where('code', '=', 'R05')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id: riskHitId } = await app.db
    .insertInto('riskHit')
    .values({
      firmId,
      code: 'R05',
      name: mark,
      uid: consumerId!,
      dim: mark,
      activityId: 1,
      value: 4,
      threshold: 3,
      action: RiskAction.block,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    consumerId: consumerId!,
    blackId: await entry(listedId!, false),
    whiteId: await entry(whiteUid!, true),
    riskRuleId,
    riskHitId,
  };
};
