import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { fileRedemption } from '../../../claim/file-redemption.ts';
import {
  auditRedemption,
  closeRedemption,
  finishRedemption,
  shipRedemption,
} from '../../../claim/redemption-writes.ts';
import type { Db } from '../../../kit/db/database.ts';
import type { SeedParts } from '../../first/seed-parts.ts';

const people = [
  ['林知夏', '330106', '龙井路 18 号 3 幢 2 单元 501'],
  ['周明远', '310101', '四川中路 66 号 12 楼'],
  ['沈清和', '320102', '成贤街 43 号 7 栋 302'],
  ['陆一鸣', '510107', '玉林西路 118 号 5 单元 6 楼'],
  ['许若彤', '440106', '体育东路 29 号 1806 室'],
  ['顾言之', '110101', '东四北大街 9 号院 2 号楼'],
  ['唐晚舟', '500103', '民权路 28 号 21-4'],
  ['何以安', '420106', '八一路 299 号 4 栋 1 单元'],
] as const;

/** How far the orders of a firm have come, those of the oldest prizes first. */
const plans = ['finished', 'finished', 'rejected', 'closed', 'shipped', 'passed', 'waiting', 'waiting'] as const;
type Plan = (typeof plans)[number];
/** Which of them a firm with few such prizes has. */
const first: readonly Plan[] = ['waiting', 'shipped', 'finished', 'passed', 'rejected', 'closed'];

const carriers = [
  ['顺丰速运', 'SF1400'],
  ['中通快递', 'ZT7510'],
] as const;

/** Hours between two steps of an order, where its prize is old enough. */
const stepHours = 20;

/** Prizes that their winners have sent by post, in every state. */
export const seedRedemptions = async ({ db, config }: Pick<SeedParts, 'db' | 'config'>): Promise<void> => {
  const firms = await db.selectFrom('activity').select('firmId').distinct().orderBy('firmId').execute();
  for (const { firmId } of firms) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    const won = await db
      .selectFrom('claim')
      .innerJoin('tier', 'tier.id', 'claim.tierId')
      .innerJoin('member', 'member.id', 'claim.uid')
      .where('claim.firmId', '=', firmId)
      .where('claim.prizeType', '=', PrizeType.goods)
      .where('claim.status', '=', ClaimStatus.open)
      .where('claim.busy', '=', ClaimBusy.free)
      .where('claim.expireAt', '>', sql<string>`now()`)
      .where((row) => row.or([row('claim.claimMode', '=', ClaimMode.post), row('tier.alsoPost', '=', true)]))
      .orderBy('claim.drawId')
      .select(['claim.claimNo', 'member.accountId', 'claim.drawId'])
      .execute();
    const few = new Set(first.slice(0, won.length));
    const wanted = won.length >= plans.length ? plans : [...new Set(plans)].filter((plan) => few.has(plan));
    for (const [at, plan] of wanted.entries()) {
      const { claimNo, accountId, drawId } =
        won[wanted === plans ? Math.round((at * (won.length - 1)) / (plans.length - 1)) : at]!;
      const [receiver, regionCode, address] = people[at % people.length]!;
      const phone = `1380000${String(1000 + drawId).slice(-4)}`;
      const asked = { claimNo, accountId, ip: null, receiver, phone, regionCode, address };
      const { redeemNo } = await fileRedemption(db, config.masterKey, asked);
      const { id } = await db
        .selectFrom('redemption')
        .where('redeemNo', '=', redeemNo)
        .select('id')
        .executeTakeFirstOrThrow();
      await carryOut(db, plan, { id, at, operatorId: staff.id });
      await backdate(db, id);
    }
  }
};

const carryOut = async (
  db: Db,
  plan: Plan,
  { id, at, operatorId }: { id: number; at: number; operatorId: number },
): Promise<void> => {
  if (plan === 'waiting') return;
  if (plan === 'closed') return closeRedemption(db, { id, reason: '用户取消', operatorId: null });
  if (plan === 'rejected')
    return auditRedemption(db, { id, pass: false, remark: '地址不完整，请补充门牌号', operatorId });
  await auditRedemption(db, { id, pass: true, remark: '', operatorId });
  if (plan === 'passed') return;
  const [shipCompany, prefix] = carriers[at % carriers.length]!;
  await shipRedemption(db, { id, shipCompany, shipNo: `${prefix}${String(2_610_000 + id * 37)}`, operatorId });
  if (plan === 'finished') await finishRedemption(db, id);
};

/** Puts the steps of an order after its draw, evenly and before now. */
const backdate = (db: Db, id: number) =>
  sql`
    with step as (
      select redemption.id, draw.drawn_at, least(interval '1 hour' * ${sql.lit(stepHours)}, (now() - draw.drawn_at) / 6) as long
      from redemption join draw on draw.id = redemption.draw_id and draw.firm_id = redemption.firm_id where redemption.id = ${id}
    ), moved as (
      update redemption set
        redeem_no = 'R' || to_char((drawn_at + long) at time zone 'Asia/Shanghai', 'YYYYMMDD') || substr(redeem_no, 10),
        created_at = drawn_at + long, updated_at = drawn_at + long,
        audit_at = case when audit_at is not null then drawn_at + 2 * long end,
        shipped_at = case when shipped_at is not null then drawn_at + 3 * long end,
        finished_at = case when finished_at is not null then drawn_at + 5 * long end,
        closed_at = case when closed_at is not null then drawn_at + 2 * long end
      from step where redemption.id = step.id
      returning redemption.draw_id, redemption.finished_at
    )
    update claim set claimed_at = moved.finished_at from moved where claim.draw_id = moved.draw_id and moved.finished_at is not null`.execute(
    db,
  );
