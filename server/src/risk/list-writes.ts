import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { BanKind, BanSource } from '@zhuiyuan/contract/risk/risk-enums';
import { mostDaysOfAddress, riskRefusals, type BanDraft, type RiskRuleDraft } from '@zhuiyuan/contract/risk/risk-rule';
import { sql } from 'kysely';
import { addressGroup, parseAddress, readNetworks } from '../kit/address.ts';
import type { Db } from '../kit/db/database.ts';
import { invalid, notFound, refuse, stale } from '../kit/refusal.ts';

/**
 * Changes a rule of a firm from the next ticket on, in the transaction of `db`; 404 where it is another firm's, 409 where it was changed
 * meanwhile. 400 where a second limit is given to a rule that has none, or left out of one that has.
 */
export const changeRule = async (
  db: Db,
  { id, firmId, version, ...draft }: { id: number; firmId: number; version?: number | undefined } & RiskRuleDraft,
): Promise<Saved> => {
  const rule = await db
    .selectFrom('riskRule')
    .where('firmId', '=', firmId)
    .where('id', '=', id)
    .select(['code', 'version', 'windowSec', 'threshold', 'also'])
    .forUpdate()
    .executeTakeFirst();
  if (!rule) throw notFound();
  if (version !== undefined && version !== rule.version) throw stale();
  if ((rule.also === null) !== (draft.also === null))
    throw invalid('also', rule.also === null ? '该规则没有附加条件' : '请填写附加条件');
  // More than 2 nothing counts: the rule would be on and never hit.
  if (rule.code === 'R12' && draft.threshold > 1)
    throw invalid('threshold', '阈值只能是0（微信以外都算）或1（只算自动化工具）');
  const isSame = (['windowSec', 'threshold', 'also'] as const).every((limit) => rule[limit] === draft[limit]);
  return (
    db
      .updateTable('riskRule')
      // What a trial found was found by other limits.
      .set((row) => ({
        ...draft,
        ...(isSame ? {} : { trial: null }),
        version: row('version', '+', 1),
        updatedAt: sql<string>`now()`,
      }))
      .where('firmId', '=', firmId)
      .where('id', '=', id)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
  );
};

/** How the number of a consumer is written. */
export const personNumber = /^[1-9]\d{0,14}$/;

/** What is kept of whom an entry is about: a value, or a network in the spelling the database compares. */
const subjectOf = ({ kind, value }: BanDraft): { value: string; net: string | null } => {
  if (kind === BanKind.address) {
    const address = parseAddress(value);
    if (!address || value.includes('/')) throw invalid('value', '请输入正确的IP地址');
    return { value: '', net: addressGroup(address) };
  }
  if (kind === BanKind.network) {
    const [address = '', length = ''] = value.split('/');
    const parsed = parseAddress(address);
    if (!parsed || length === '' || !readNetworks([value])) throw invalid('value', '请输入正确的IP段');
    // What stands right of the network's length is not part of it.
    return { value: '', net: `${parsed}/${length}` };
  }
  if (kind === BanKind.person && !personNumber.test(value)) throw invalid('value', '请输入正确的用户编号');
  return { value, net: null };
};

const requireShort = (days: number | null): void => {
  if (days === null || days > mostDaysOfAddress) throw invalid('days', `IP 和 IP 段最多限制${mostDaysOfAddress}天`);
};

/** Puts somebody on a firm's list by hand; what a rule put there, or is over, is replaced. 62343 where he stands there already. */
export const listSomebody = async (
  db: Db,
  draft: BanDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number | null },
): Promise<number> => {
  const { value, net } = subjectOf(draft);
  if (net !== null && !draft.isWhite) requireShort(draft.days);
  const key = net === null ? sql`(firm_id, kind, value) where net is null` : sql`(firm_id, net) where net is not null`;
  const { rows } = await sql<{ id: number }>`
    insert into blacklist as b (firm_id, kind, value, net, is_white, scope, reason, source, expire_at, created_by)
    values (${firmId}, ${draft.kind}, ${value}, network(${net}::inet), ${draft.isWhite}, ${draft.scope}, ${draft.reason},
      ${sql.lit(BanSource.hand)}, now() + make_interval(days => ${draft.days}::int), ${operatorId})
    on conflict ${key} do update
      set kind = excluded.kind, is_white = excluded.is_white, scope = excluded.scope, reason = excluded.reason, source = excluded.source,
        expire_at = excluded.expire_at, created_by = excluded.created_by, hit_count = 0, updated_at = now()
      where b.source = ${sql.lit(BanSource.rule)} or b.expire_at <= now()
    returning id`.execute(db);
  if (!rows[0]) throw refuse(riskRefusals.listed);
  return rows[0].id;
};

/** Takes entries off a firm's list: who was meant takes part again at once. Answers how many there were. */
export const unlist = async (db: Db, firmId: number, ids: readonly number[]): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('blacklist')
    .where('firmId', '=', firmId)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Gives an entry of the black list another term from now on, by hand from then on; 404 where there is none. */
export const changeTerm = async (
  db: Db,
  { id, days, operatorId }: { id: number; days: number | null; operatorId: number },
): Promise<void> => {
  const entry = await db
    .selectFrom('blacklist')
    .where('id', '=', id)
    .where('isWhite', '=', false)
    .select(sql<boolean>`net is not null`.as('isAddress'))
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw notFound();
  if (entry.isAddress) requireShort(days);
  await db
    .updateTable('blacklist')
    .set({
      expireAt: sql<string | null>`now() + make_interval(days => ${days}::int)`,
      source: BanSource.hand,
      createdBy: operatorId,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
};
