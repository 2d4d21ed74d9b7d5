import { BanKind, BanScope, BanSource } from '@zhuiyuan/contract/risk/risk-enums';
import type { RiskHit } from '@zhuiyuan/contract/risk/risk-hit';
import { scoreDefaults } from '@zhuiyuan/contract/risk/risk-rule';
import { sql, type RawBuilder } from 'kysely';
import { compileOnce, unseenOne } from '../kit/db/compile-once.ts';
import type { Db } from '../kit/db/database.ts';
import { countsForScore, type Scored } from './score.ts';

/** Whom a list is asked about. */
export interface Listed {
  firmId: number;
  uid: number | undefined;
  ip: string;
  device: string;
}

/** How somebody stands on a firm's list: kept from drawing, from being paid, or left alone by rules. */
export interface Standing extends Scored {
  isBanned: boolean;
  isUnpaid: boolean;
  isWhite: boolean;
}

const { lit } = sql;

/** What holds the prizes of somebody who is kept from being paid. */
export const unpaidHits = ({ isUnpaid }: Pick<Standing, 'isUnpaid'>): RiskHit[] =>
  isUnpaid ? [{ code: 'BLACK', name: '黑名单禁止发放', value: 0, threshold: 0 }] : [];

/** The entries of a firm's list that are about somebody now, each found by an index of its own. */
const entriesOf = (firmId: unknown, { uid, ip, device }: { uid: unknown; ip: unknown; device: unknown }) => {
  const isNow = sql`(expire_at is null or expire_at > now())`;
  return sql`
    select id, is_white, scope from blacklist where firm_id = ${firmId} and ${isNow} and net >>= ${unseenOne(ip, 'inet')}
    union all select id, is_white, scope from blacklist
      where firm_id = ${firmId} and ${isNow} and net is null and kind = ${lit(BanKind.device)} and value = ${unseenOne(device, 'text')}
    union all select id, is_white, scope from blacklist
      where firm_id = ${firmId} and ${isNow} and net is null and kind = ${lit(BanKind.person)} and value = ${unseenOne(uid, 'text')}`;
};

const keepsFromDraws = sql<boolean>`not is_white and scope in (${lit(BanScope.all)}, ${lit(BanScope.draws)})`;

/** Whether somebody may not draw at a firm now, for a statement that asks for more. */
export const isListed = (firmId: RawBuilder<unknown>, who: { uid: unknown; ip: unknown; device: unknown }) =>
  sql<boolean>`exists (select from (${entriesOf(firmId, who)}) listed where ${keepsFromDraws})`;

/** Whether rules leave somebody alone, for a statement that asks for more. */
export const isWhitelisted = (firmId: RawBuilder<unknown>, who: { uid: unknown; ip: unknown; device: unknown }) =>
  sql<boolean>`exists (select from (${entriesOf(firmId, who)}) listed where is_white)`;

/** The strongest action of each rule that somebody hit lately. */
const actionsOf = (firmId: unknown, person: unknown) => sql`(
      select coalesce(json_object_agg(code, action), '{}') from (
        select h.code, max(h.action) as action from risk_hit h
        where h.firm_id = ${firmId}::bigint and h.uid = nullif(${person}::text, '')::bigint and ${countsForScore('h')} group by h.code) hit)`;

const threshold = (firmId: unknown, name: keyof typeof scoreDefaults) =>
  sql`coalesce((select ${sql.ref(name)} from consumer_config where firm_id = ${firmId}::bigint), ${lit(scoreDefaults[name])})`;

const standing = compileOnce<{ firmId: number; person: string; ip: string; device: string }, Standing>(
  (db, { firmId, person, ip, device }) =>
    sql<Standing>`
    select coalesce(bool_or(${keepsFromDraws}), false) as is_banned,
      coalesce(bool_or(not is_white and scope = ${lit(BanScope.payouts)}), false) as is_unpaid, coalesce(bool_or(is_white), false) as is_white,
      ${actionsOf(firmId, person)} as actions, ${threshold(firmId, 'scoreHold')} as score_hold, ${threshold(firmId, 'scoreBlock')} as score_block
    from (${entriesOf(sql`${firmId}::bigint`, { ip, device, uid: person })}) listed`.compile(db),
);

/** How somebody stands on a firm's list now. */
export const findBans = async (db: Db, { firmId, uid, ip, device }: Listed): Promise<Standing> =>
  (await standing.run(db, { firmId, ip, device, person: uid === undefined ? '' : String(uid) }))[0]!;

const keepsFromPrizes = sql<boolean>`not is_white and scope in (${lit(BanScope.all)}, ${lit(BanScope.payouts)})`;

const keptFromPrizes = compileOnce<{ firmId: number; person: string; ip: string | null }, { isKept: boolean }>(
  (db, { firmId, person, ip }) =>
    sql<{ isKept: boolean }>`
    select exists (select from (${entriesOf(sql`${firmId}::bigint`, { ip, device: '', uid: person })}) listed where ${keepsFromPrizes}) as is_kept`.compile(
      db,
    ),
);

/**
 * Whether somebody is kept from what he won: it is not claimed, handed out at a shop or sent by post. `ip` is his own, null where
 * somebody else asks for him.
 */
export const isKeptFromPrizes = async (
  db: Db,
  { firmId, uid, ip }: { firmId: number; uid: number; ip: string | null },
): Promise<boolean> => (await keptFromPrizes.run(db, { firmId, person: String(uid), ip }))[0]!.isKept;

/** People of a firm, by their numbers, whose payouts that were not begun wait. */
export const findUnpaid = async (db: Db, firmId: number, uids: readonly number[]): Promise<Set<number>> => {
  if (uids.length === 0) return new Set();
  const rows = await db
    .selectFrom('blacklist')
    .where('firmId', '=', firmId)
    .where('kind', '=', BanKind.person)
    .where('net', 'is', null)
    .where('value', 'in', [...new Set(uids)].map(String))
    .where('isWhite', '=', false)
    .where('scope', 'in', [BanScope.all, BanScope.payouts])
    .where(sql<boolean>`(expire_at is null or expire_at > now())`)
    .select('value')
    .execute();
  return new Set(rows.map(({ value }) => Number(value)));
};

/** Counts on the entries themselves whom they kept from drawing. */
export const countRefused = async (db: Db, { firmId, uid, ip, device }: Listed): Promise<void> => {
  await sql`
    update blacklist set hit_count = hit_count + 1
    where firm_id = ${firmId} and id in (
      select id from (${entriesOf(firmId, { ip, device, uid: uid === undefined ? '' : String(uid) })}) listed where ${keepsFromDraws})`.execute(
    db,
  );
};

/** Whom a rule puts on the list, for how long and why. */
interface Banned {
  firmId: number;
  hours: number;
  reason: string;
  kind: typeof BanKind.person | typeof BanKind.device;
  value: string;
}

/** Keeps somebody away for some hours, on behalf of a rule. What stands there by hand, and is not over, is left as it is. */
export const banByRule = async (db: Db, banned: Banned): Promise<void> => {
  await sql`
    insert into blacklist as b (firm_id, kind, value, scope, reason, source, expire_at)
    values (${banned.firmId}, ${banned.kind}, ${banned.value}, ${lit(BanScope.all)}, ${banned.reason}, ${lit(BanSource.rule)},
      now() + make_interval(hours => ${banned.hours}::int))
    on conflict (firm_id, kind, value) where net is null do update
      set is_white = false, scope = excluded.scope, reason = excluded.reason, source = excluded.source, created_by = null,
        expire_at = case when b.expire_at > excluded.expire_at and not b.is_white then b.expire_at else excluded.expire_at end, updated_at = now()
      where b.source = ${lit(BanSource.rule)} or b.expire_at <= now()`.execute(db);
};
