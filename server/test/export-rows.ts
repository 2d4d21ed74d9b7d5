import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { ClaimMode, PrizeType, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { makeAgent } from './factories/parties.ts';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { makeRedType } from './factories/campaign.ts';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { makeRedActive } from './factories/red.ts';
import { makePool } from './factories/fund.ts';
import type { TestApp } from './app.ts';
import type { makeFlowWorld } from './factories/trace.ts';

/** Makes the rows of campaigns, red packets, money and warnings for each of their exports, and answers filters that find `rowCount` of them. */
export const campaignExportRows = (
  at: () => { app: TestApp; world: Awaited<ReturnType<typeof makeFlowWorld>> },
  rowCount: number,
): Record<string, () => Promise<object>> => {
  const run = (text: ReturnType<typeof sql>) => text.execute(at().app.db);
  const times = sql`generate_series(1, ${rowCount}::int) as n`;
  const makeEntries = async (isWhite: boolean) => {
    await run(sql`
      insert into blacklist (firm_id, kind, value, is_white, reason)
      select ${at().world.firmId}::bigint, ${sql.lit(BanKind.device)}, 'EX' || n || ${isWhite}::boolean, ${isWhite}, '刷奖' from ${times}`);
    return { kind: BanKind.device };
  };
  return {
    black: () => makeEntries(false),
    white: () => makeEntries(true),
    police: async () => {
      await run(sql`
        with rule as (
          insert into police_rule (firm_id, name, police_type, level, params)
          values (${at().world.firmId}, '导出', ${sql.lit(RiskType.oddCode)}, ${sql.lit(RiskLevel.usual)}, '{}') returning firm_id, id)
        insert into police_event (firm_id, event_no, rule_id, police_type, level, dedupe_key, title, first_at, last_at)
        select firm_id, 'YJ' || n, id, ${sql.lit(RiskType.oddCode)}, ${sql.lit(RiskLevel.usual)}, 'k' || n, '预警' || n, now(), now()
        from rule, ${times}`);
      return { policeType: RiskType.oddCode };
    },
    prize: async () => {
      const { world } = at();
      await run(sql`
        insert into prize (firm_id, name, prize_type, claim_mode)
        select ${world.firmId}::bigint, '导出试验' || n, ${sql.lit(PrizeType.none)}, ${sql.lit(ClaimMode.auto)} from ${times}`);
      return { name: '导出试验' };
    },
    redActive: async () => {
      const { app, world } = at();
      const poolId = await makePool(app, world.firmId);
      const redTypeId = await makeRedType(app, world.firmId);
      await run(sql`
        insert into red_active (firm_id, name, red_type_id, channel, scene, pay_kind, mch_conf_id, send_name, wishing, amount_min, amount_max, budget_amount, start_at, end_at)
        select firm_id, '导出试验' || n, ${redTypeId}::bigint, ${sql.lit(PayChannel.ACTIVITY)}, ${sql.lit(RedScene.PRODUCT_2)}, ${sql.lit(RedPayKind.balance)}, mch_conf_id, '茶业', '恭喜', 100, 100, 100, now(), now() + interval '1 day'
        from pool, ${times} where id = ${poolId}`);
      return { name: '导出试验' };
    },
    redCode: async () => {
      const { app, world } = at();
      const redActiveId = await makeRedActive(app, world.firmId);
      const batch = await app.db
        .insertInto('redBatch')
        .values({
          firmId: world.firmId,
          redActiveId,
          shares: '[]',
          totalNum: rowCount,
          totalAmount: 1,
          seedSealed: Buffer.alloc(1),
          keySealed: Buffer.alloc(1),
          createdBy: 1,
        })
        .returning(['id', 'batchNo'])
        .executeTakeFirstOrThrow();
      const { seg } = await world.issue({ itemCount: 2000 });
      await run(sql`
        insert into red_bar (firm_id, batch_id, seg, serial) select ${world.firmId}::bigint, ${batch.id}::bigint, ${seg}::int, n from ${times}`);
      return { batchNo: batch.batchNo };
    },
    fundLedger: async () => {
      const { app, world } = at();
      const poolId = await makePool(app, world.firmId);
      await run(sql`
        insert into fund_ledger (firm_id, pool_id, type, pool, outside, balance_after, ref_kind, ref_id, at)
        select ${world.firmId}::bigint, ${poolId}::bigint, ${sql.lit(LedgerType.recharge)}, n, -n, n, 'export', n,
          now() - n / 300 * interval '1 day' from ${times}`);
      return { poolId };
    },
    ductAgent: async () => {
      const { app, world } = at();
      const agentId = await makeAgent(app, world.firmId);
      const account = sql`${world.firmId}::bigint, ${sql.lit(DeductibleOwner.agent)}, ${agentId}::bigint, ${sql.lit(DeductibleOwner.firm)}, ${world.firmId}::bigint`;
      await run(sql`insert into ded_account (firm_id, owner_kind, owner_id, peer_kind, peer_id) values (${account})`);
      await run(sql`
        insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, balance_after, ref_kind, ref_id)
        select ${account}, ${sql.lit(DedKind.verify)}, 1, n, 'export', n from ${times}`);
      return { agentId };
    },
    red_info: async () => {
      const { app, world } = at();
      const poolId = await makePool(app, world.firmId);
      await run(sql`
        insert into red_info (firm_id, source, source_id, mch_conf_id, app_id, openid, amount, created_at)
        select ${world.firmId}::bigint, ${sql.lit(PaySource.hand)}, n, (select mch_conf_id from pool where id = ${poolId}), 'wx', 'o' || n, n,
          now() - n / 300 * interval '1 hour' from ${times}`);
      return {};
    },
    activity: async () => {
      const { world } = at();
      await run(sql`
        insert into activity (firm_id, act_no, act_name, created_at)
        select ${world.firmId}::bigint, 'HD' || n, '导出活动' || n, now() - n / 300 * interval '1 day' from ${times}`);
      return { keywords: '导出活动' };
    },
  };
};
