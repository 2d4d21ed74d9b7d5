import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { ActivityOp } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { isLogged } from '../../kit/http/audit.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { among, at, by, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';

/** What is done with one activity, by the names the log keeps. */
const titles = Object.values(activityApi).flatMap((endpoint) =>
  isLogged(endpoint) && endpoint !== activityApi.export ? [endpoint.title] : [],
);

interface Asked {
  titles: readonly string[];
  /** What the activity, or a tier of it, is named by in what was sent or answered. */
  named: string;
  operName?: string | undefined;
  dateLimit?: string | undefined;
}

const matchingOps: Matching<'auditLog', Asked> = matchingBy('auditLog', (db) => db.selectFrom('auditLog'), {
  titles: at(among, 'title'),
  named: by(
    (pattern: string) => [pattern],
    (_row, pattern) => sql<boolean>`(audit_log.oper_param ~ ${pattern} or audit_log.json_result ~ ${pattern})`,
  ),
  operName: by(
    (text: string) => [text],
    (_row, text) => sql<boolean>`(audit_log.oper_name = ${text} or audit_log.admin_id in (
      select admin.id from admin where admin.firm_id = audit_log.firm_id and admin.real_name = ${text}))`,
  ),
  dateLimit: at(within, 'operTime'),
});

const asOps = (query: SelectQueryBuilder<DB, 'auditLog', object>) =>
  query
    .select([
      'auditLog.id',
      'auditLog.title',
      'auditLog.operParam',
      sql<string>`coalesce((select nullif(admin.real_name, '') from admin
        where admin.id = audit_log.admin_id and admin.firm_id = audit_log.firm_id), audit_log.oper_name)`.as(
        'operName',
      ),
      'auditLog.operIp',
      sql<ActivityOp['status']>`audit_log.status`.as('status'),
      'auditLog.errorMsg',
      'auditLog.operTime',
    ])
    .orderBy('auditLog.id', 'desc');

/** What was sent, as far as the log kept it whole. */
const read = (param: string): Record<string, unknown> => {
  try {
    return JSON.parse(param) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** How much, of what and why, of the calls that say so. */
const detailOf = (param: string, tierNames: ReadonlyMap<number, string>): string => {
  const { amount, qty, tierId, isOn, reason, entries } = read(param);
  const words = [
    typeof tierId === 'number' ? (tierNames.get(tierId) ?? '') : '',
    typeof qty === 'number' ? `库存 +${qty.toLocaleString('zh-CN')}` : '',
    typeof amount === 'number' ? `预算 +${moneyText(amount)} 元` : '',
    typeof isOn === 'boolean' ? (isOn ? '恢复发放' : '暂停发放') : '',
    Array.isArray(entries)
      ? entries
          .map(({ tierId: of, weight }: { tierId: number; weight: number }) =>
            tierNames.has(of) ? `${tierNames.get(of)} ${weight / 10_000}%` : '',
          )
          .filter(Boolean)
          .join('、')
      : '',
    typeof reason === 'string' && reason ? `原因：${reason}` : '',
  ];
  return words.filter(Boolean).join('，');
};

/** A page of what was done with an activity, newest first: calls that named it, or one of its tiers. */
export const listOps = async (db: Db, { id, ...asked }: InputOf<typeof activityApi.ops>) => {
  const tiers = await db.selectFrom('tier').where('activityId', '=', id).select(['id', 'tierName']).execute();
  const ofTiers = tiers.length > 0 ? `|"tierId":(${tiers.map((tier) => tier.id).join('|')})[,}]` : '';
  // Rows of several are named in a list of numbers.
  const named = `"id":${id}[,}]|"ids":\\[([0-9]+,)*${id}[,\\]]${ofTiers}`;
  const { page, limit, ...filters } = asked;
  const matching = matchingOps(db, { ...filters, titles, named });
  const found = await findPage(db, { page, limit }, matching, asOps);
  const tierNames = new Map(tiers.map((tier) => [tier.id, tier.tierName]));
  return {
    ...found,
    list: found.list.map(({ operParam, ...row }): ActivityOp => ({ ...row, detail: detailOf(operParam, tierNames) })),
  };
};
