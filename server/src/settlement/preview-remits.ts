import type { RemitCandidate } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { dueStatements, type DueOf } from './find-due.ts';
import { isPayable, payeesOf } from './payee.ts';

/** Who would be paid what, the most first, a page of them, with the sum of all. */
export const previewRemits = async (db: Db, of: DueOf, { page, limit }: { page: number; limit: number }) => {
  const payable = isPayable('payee', { channel: 'payChannel', account: 'payAccount', name: 'payName' });
  const { rows } = await sql<RemitCandidate & { totalCount: number; totalAmount: number; unpayable: number }>`
    with ${dueStatements(of)}, named as (
      select sums.*, payee.name, payee.pay_channel as channel, payee.pay_account as account, ${payable} as is_payable,
        ${
          of.payeeKind === PayeeKind.agent
            ? sql`payee.name`
            : sql`coalesce((select agent.name from shop_ass join agent on agent.id = shop_ass.target_id and agent.firm_id = ${of.firmId}
                where shop_ass.firm_id = ${of.firmId} and shop_id = sums.payee_id and kind = ${sql.lit(ShopLinkKind.agent)} and unbind_at is null), '')`
        } as agent_name
      from sums join ${payeesOf(of.payeeKind, of.firmId)} on payee.id = sums.payee_id
    ), counted as (
      select count(*)::int as total_count, coalesce(sum(amount), 0)::bigint as total_amount,
        (count(*) filter (where not is_payable))::int as unpayable from named
    )
    select counted.*, payee_id as id, name, agent_name, ver_cnt, shop_cnt, duct as duct_amount, offset_amount as "offset",
      reward as reward_amount, amount, channel, account, is_payable
    from counted left join (
      select * from named order by amount desc, payee_id limit ${limit} offset ${(page - 1) * limit}
    ) as shown on true`.execute(db);
  const { totalCount, totalAmount, unpayable } = rows[0]!;
  const list = rows.filter(({ id }) => id !== null);
  return {
    list,
    total: totalCount,
    page,
    limit,
    totalPage: Math.ceil(totalCount / limit),
    sum: { count: totalCount, amount: totalAmount, unpayable },
  };
};
