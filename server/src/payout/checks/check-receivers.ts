import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
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
        or t.body is not null and case when t.body is json then t.body::jsonb ->> 'openid' <> t.openid else true end)`,
  ),
  firmCheck(
    '收款人是该账号当时在该应用的OpenID',
    // Judged by who the account was known as when the payout was opened: whoever is known since, or anew, is not. An account that was not
    // known receives as WeChat names it at that moment, also where another account is known so.
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t join member on member.id = t.uid and member.firm_id = t.firm_id
      left join account_open_id own on own.account_id = member.account_id and own.app_id = t.app_id
      left join account_open_id other on other.app_id = t.app_id and other.open_id = t.openid
      where ${only} and case when own.account_id is null then other.account_id is null
        else own.created_at <= t.created_at and own.open_id <> t.openid end`,
  ),
  firmCheck(
    '抽奖的发放都有其抽奖',
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t left join draw on draw.id = t.source_id and draw.firm_id = t.firm_id and draw.uid = t.uid and draw.amount = t.amount
      where ${only} and t.source in (${lit(PaySource.draw)}, ${lit(PaySource.unpack)}) and draw.id is null`,
  ),
];
