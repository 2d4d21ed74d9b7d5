import type { ductApi } from '@zhuiyuan/contract/settlement/duct';
import type { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { among, at, by, contains, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { live } from '../kit/db/live.ts';
import { firmName, staffName } from '../kit/db/selectors.ts';
import { verRef } from '../parties/deductible/credit-shop.ts';
import { remitRef } from '../parties/deductible/remit-balance.ts';

export type DuctFilters = Omit<InputOf<typeof ductApi.list>, 'page' | 'limit'>;

const { lit } = sql;
const one = (id: number) => [id] as const;

/** The entries that filters mean, without columns and order. A dealer's are those of his own account. */
export const matchingDuct: Matching<'dedLog', DuctFilters> = matchingBy('dedLog', (db) => db.selectFrom('dedLog'), {
  ownerKind: eq,
  ownerId: eq,
  agentId: by(one, (row, id) =>
    row.and([row('dedLog.ownerKind', '=', lit(DeductibleOwner.agent)), row('dedLog.ownerId', '=', id)]),
  ),
  shopId: eq,
  firmId: eq,
  kind: eq,
  dateLimit: at(within, 'at'),
});

/** Adds what an entry shows, newest first. */
export const asDuctRows = (query: SelectQueryBuilder<DB, 'dedLog', object>) =>
  query
    .leftJoin('shop as owner', (join) =>
      join.onRef('owner.id', '=', 'dedLog.ownerId').on('dedLog.ownerKind', '=', lit(PayeeKind.shop)),
    )
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'dedLog.ownerId').on('dedLog.ownerKind', '=', lit(PayeeKind.agent)),
    )
    .leftJoin('shop', 'shop.id', 'dedLog.shopId')
    .leftJoin('activity', 'activity.id', 'dedLog.activityId')
    .select([
      'dedLog.id',
      'dedLog.firmId',
      firmName('dedLog'),
      sql<PayeeKind>`ded_log.owner_kind`.as('ownerKind'),
      'dedLog.ownerId',
      sql<string>`coalesce(owner.name, agent.name, '')`.as('ownerName'),
      'dedLog.at',
      sql<(typeof DedKind.options)[number]['value']>`ded_log.kind`.as('kind'),
      'dedLog.amount',
      'dedLog.balanceAfter',
      sql<string>`coalesce(shop.name, '')`.as('shopName'),
      sql<string>`coalesce(activity.act_name, '')`.as('actName'),
      sql<string>`coalesce(case ded_log.ref_kind
        when ${lit(verRef)} then (select ver_no from prize_ver v where v.firm_id = ded_log.firm_id and v.id = ded_log.ref_id)
        when ${lit(remitRef)} then (select remit_no from remit r where r.firm_id = ded_log.firm_id and r.id = ded_log.ref_id)
        when 'need_pay' then (select order_no from need_pay p join need_order o on o.id = p.order_id
          where p.firm_id = ded_log.firm_id and p.id = ded_log.ref_id) end, '')`.as('ref'),
      'dedLog.remark',
      staffName('dedLog.operatorId').as('operatorName'),
    ])
    .orderBy('dedLog.id', 'desc');

/** As many dealers are offered at a time. */
const mostOffered = 20;

const ofAgent = (
  what: ReturnType<typeof sql>,
) => sql`(select ${what} from ded_account where ded_account.firm_id = agent.firm_id
  and ded_account.owner_kind = ${lit(DeductibleOwner.agent)} and ded_account.owner_id = agent.id)`;

/** Dealers for whom anything was ever booked, by their names; see `ductApi.agents`. */
export const offerDuctAgents = (db: Db, { keywords, ids, firmId }: InputOf<typeof ductApi.agents>) =>
  live(db, 'agent')
    .where(sql<boolean>`exists ${ofAgent(sql``)}`)
    .$if(firmId !== undefined, (some) => some.where('agent.firmId', '=', firmId!))
    .$if(ids !== undefined, (some) => some.where(() => among.holds('agent.id', ids)))
    .$if(Boolean(keywords), (some) =>
      some.where((row) =>
        row.or(['agent.name', 'agent.agentNo'].map((column) => contains.holds(column, ...contains.given(keywords!)!))),
      ),
    )
    .select([
      'agent.id',
      'agent.name',
      'agent.firmId',
      sql<number>`coalesce(${ofAgent(sql`sum(balance)`)}, 0)::bigint`.as('balance'),
    ])
    .orderBy('agent.name')
    .orderBy('agent.id')
    .limit(ids?.length ?? mostOffered)
    .execute();
