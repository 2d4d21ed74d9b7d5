import { BillState, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';

const { lit } = sql;

/** What always holds of who receives payouts. Each answers what breaks it. */
export const receiverChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每次尝试都发给其发放记录的收款人',
    (only) => sql`
      select t.firm_id, '尝试 ' || t.out_bill_no as detail, t.amount as difference
      from payout t join red_info r on r.id = t.red_info_id and r.firm_id = t.firm_id
      where ${only} and (t.openid <> r.openid
        or t.body is not null and case when is_json(t.body) then t.body::jsonb ->> 'openid' <> t.openid else true end)`,
  ),
  firmCheck(
    '收款人是该账号当时在该应用的OpenID',
    // Who an account is at an app never changes and never goes. One that was not known receives as WeChat named it at that moment, also where
    // another account is known so: that is noted. Whatever the dates say, it is one or the other.
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t left join member on member.id = t.uid and member.firm_id = t.firm_id
      left join account_open_id named on named.app_id = t.app_id and named.open_id = t.openid
      where ${only} and t.uid is not null and (member.id is null or named.account_id is null
        or named.account_id <> member.account_id and not exists (
          select from receiver_note n where n.firm_id = t.firm_id and n.uid = t.uid and n.app_id = t.app_id and n.openid = t.openid))`,
  ),
  firmCheck(
    '首次尝试使用其发放记录的应用',
    // A merchant is no other app's while an attempt is undecided; between an attempt and the next, or while a payout is held, it may become one.
    (only) => sql`
      select t.firm_id, '尝试 ' || t.out_bill_no as detail, t.amount as difference
      from payout t join red_info r on r.id = t.red_info_id and r.firm_id = t.firm_id
      left join merchant m on m.id = t.mch_conf_id and m.firm_id = t.firm_id
      where ${only} and t.attempt_no = 1 and r.reviewed_by is null and (r.app_id <> case when t.body is null then case when t.state = ${lit(BillState.new)} then m.appid end
          when is_json(t.body) then t.body::jsonb ->> 'appid' end)`,
  ),
  firmCheck(
    '抽奖的发放都有其抽奖',
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t left join draw on draw.id = t.source_id and draw.firm_id = t.firm_id and draw.uid = t.uid and draw.amount = t.amount
      where ${only} and t.source in (${lit(PaySource.draw)}, ${lit(PaySource.unpack)}) and draw.id is null`,
  ),
];
