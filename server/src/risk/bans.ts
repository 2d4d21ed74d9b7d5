import { BanKind, BanScope, BanSource } from '@zhuiyuan/contract/risk/risk-enums';
import type { RiskHit } from '@zhuiyuan/contract/risk/risk-hit';
import { sql, type RawBuilder } from 'kysely';
import { addressGroup } from '../kit/address.ts';
import { compileOnce, unseenOne } from '../kit/db/compile-once.ts';
import type { Db } from '../kit/db/database.ts';

/** Whom a list is asked about. */
export interface Listed {
  firmId: number;
  uid: number | undefined;
  ip: string;
  device: string;
}

/** How somebody stands on a firm's list: kept from drawing, from being paid, or left alone by rules. */
export interface Standing {
  isBanned: boolean;
  isUnpaid: boolean;
  isWhite: boolean;
}

const { lit } = sql;

/** What holds the prizes of somebody who is kept from being paid. */
export const unpaidHits = ({ isUnpaid }: Standing): RiskHit[] =>
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

const standing = compileOnce<{ firmId: number; person: string; ip: string; device: string }, Standing>(
  (db, { firmId, person, ip, device }) =>
    sql<Standing>`
    select coalesce(bool_or(${keepsFromDraws}), false) as is_banned,
      coalesce(bool_or(not is_white and scope = ${lit(BanScope.payouts)}), false) as is_unpaid, coalesce(bool_or(is_white), false) as is_white
    from (${entriesOf(sql`${firmId}::bigint`, { ip, device, uid: person })}) listed`.compile(db),
);

/** How somebody stands on a firm's list now. */
export const findBans = async (db: Db, { firmId, uid, ip, device }: Listed): Promise<Standing> =>
  (await standing.run(db, { firmId, ip, device, person: uid === undefined ? '' : String(uid) }))[0]!;

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
type Banned = { firmId: number; hours: number; reason: string } & (
  | { ip: string }
  | { kind: typeof BanKind.person | typeof BanKind.device; value: string }
);

/** Keeps somebody away for some hours, on behalf of a rule. What stands there by hand, and is not over, is left as it is. */
export const banByRule = async (db: Db, banned: Banned): Promise<void> => {
  const [kind, value, net] =
    'ip' in banned
      ? ([BanKind.address, '', addressGroup(banned.ip)] as const)
      : ([banned.kind, banned.value, null] as const);
  const key = net === null ? sql`(firm_id, kind, value) where net is null` : sql`(firm_id, net) where net is not null`;
  await sql`
    insert into blacklist as b (firm_id, kind, value, net, scope, reason, source, expire_at)
    values (${banned.firmId}, ${kind}, ${value}, ${net}::cidr, ${lit(BanScope.all)}, ${banned.reason}, ${lit(BanSource.rule)},
      now() + make_interval(hours => ${banned.hours}::int))
    on conflict ${key} do update
      set is_white = false, scope = excluded.scope, reason = excluded.reason, source = excluded.source, created_by = null,
        expire_at = case when b.expire_at > excluded.expire_at and not b.is_white then b.expire_at else excluded.expire_at end, updated_at = now()
      where b.source = ${lit(BanSource.rule)} or b.expire_at <= now()`.execute(db);
};
