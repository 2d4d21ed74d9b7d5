import type { Receiver } from '@zhuiyuan/contract/red/send/red-send';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';

/** What packets sent by hand of an activity are paid with. Amounts are fen. */
export type Payer = Awaited<ReturnType<typeof requirePayer>>;

/** An activity that staff send of: 404 where there is none; refuses one whose packets go with draws (62467). */
export const requirePayer = async (db: Db, redActiveId: number) => {
  const payer = await live(db, 'redActive')
    .innerJoin('merchant', 'merchant.id', 'redActive.mchConfId')
    .where('redActive.id', '=', redActiveId)
    .select([
      'redActive.id',
      'redActive.firmId',
      'redActive.name',
      'redActive.wishing',
      'redActive.channel',
      'redActive.payKind',
      'redActive.mchConfId',
      'redActive.amountMin',
      'redActive.amountMax',
      'redActive.limitUserDay',
      'merchant.appid as appId',
      sql<boolean>`red_active.start_at <= now()`.as('hasBegun'),
    ])
    .executeTakeFirst();
  if (!payer) throw notFound();
  if (payer.channel === PayChannel.ACTIVITY)
    throw refuse(redRefusals.byCode, {}, { fields: [{ field: 'redActiveId', message: redRefusals.byCode[1] }] });
  return payer;
};

/** Refuses a merchant without an app, which knows nobody (62407). */
export const requireApp = ({ appId }: Payer): void => {
  if (appId === '') throw refuse(payoutRefusals.merchantIncomplete);
};

/** Members of the firm as the app of the payer knows them. */
const known = (db: Db, { firmId, appId }: Payer) =>
  db
    .selectFrom('member')
    .innerJoin('accountOpenId', 'accountOpenId.accountId', 'member.accountId')
    .where('member.firmId', '=', firmId)
    .where('accountOpenId.appId', '=', appId)
    .select(['member.id as uid', 'accountOpenId.openId as openid', 'member.nickName', 'member.status']);

/** Most that are offered at a time. */
const mostOffered = 50;

/** Members who can be paid: the chosen ones, or those whose number, OpenID or first letters of the name are the words; the newest without any. */
export const offerReceivers = async (
  db: Db,
  payer: Payer,
  { keywords = '', ids }: { keywords?: string | undefined; ids?: readonly number[] | undefined },
): Promise<Receiver[]> => {
  const rows = await known(db, payer)
    .where('member.status', '=', Enabled.on)
    .$if(ids !== undefined, (some) => some.where('member.id', 'in', [...ids!]))
    .$if(keywords !== '', (some) =>
      some.where((row) =>
        row.or([
          ...(/^\d{1,15}$/.test(keywords) ? [row('member.id', '=', Number(keywords))] : []),
          row('accountOpenId.openId', '=', keywords),
          sql<boolean>`starts_with(member.nick_name, ${keywords})`,
        ]),
      ),
    )
    .orderBy('member.id', 'desc')
    .limit(ids?.length ?? mostOffered)
    .execute();
  return rows.map((row) => ({ id: row.uid, consumer: maskConsumer(row), openid: row.openid.slice(-6) }));
};

/** Who members are at the app of the payer, in the order of `uids`; undefined for one who is not known there, or who is disabled. */
export const findByUid = async (db: Db, payer: Payer, uids: readonly number[]) => {
  const rows = await known(db, payer)
    .where('member.id', 'in', [...uids])
    .where('member.status', '=', Enabled.on)
    .execute();
  const byUid = new Map(rows.map((row) => [row.uid, { ...row, consumer: maskConsumer(row) }]));
  return uids.map((uid) => byUid.get(uid));
};

/** What shoppers of the payer's firm are called where others read it, in the order of `uids`. */
export const nameShoppers = async (db: Db, { firmId }: Payer, uids: readonly number[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .where('firmId', '=', firmId)
    .where('id', 'in', [...uids])
    .select(['id', 'nickName'])
    .execute();
  const names = new Map(rows.map(({ id, nickName }) => [id, nickName]));
  return uids.map((uid) => maskConsumer({ nickName: names.get(uid) ?? '', uid }));
};

/** Which members OpenIDs of the payer's app belong to; one that belongs to none is left out. */
export const findByOpenid = async (db: Db, payer: Payer, openids: readonly string[]) => {
  const rows = await known(db, payer)
    .where(sql<boolean>`account_open_id.open_id = any(${openids}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.openid,
      { uid: row.uid, consumer: maskConsumer(row), isDisabled: row.status !== Enabled.on },
    ]),
  );
};

/** Those of the receivers who have had as many packets of the activity today as it gives a person in a day. */
export const findSated = async (
  db: Db,
  { id, firmId, limitUserDay }: Pick<Payer, 'id' | 'firmId' | 'limitUserDay'>,
  openids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('redInfo')
    .where('firmId', '=', firmId)
    .where('redActiveId', '=', id)
    .where(sql<boolean>`openid = any(${openids}::text[])`)
    .where('closedAt', 'is', null)
    .where(
      sql<boolean>`created_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    )
    .groupBy('openid')
    .having(({ fn }) => fn.countAll(), '>=', limitUserDay)
    .select('openid')
    .execute();
  return new Set(rows.map(({ openid }) => openid));
};
