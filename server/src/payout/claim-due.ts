import { BillState, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { isTerminal } from './next-state.ts';
import type { Pace } from './pace.ts';
import { findUnpaid } from '../risk/bans.ts';
import type { FindMerchant, PayMerchant } from './pay-merchants.ts';
import { remitScenes } from './wechat-pay/scenes.ts';
import { transferBody } from './wechat-pay/transfer-body.ts';

/** An attempt that is due, leased to one worker. */
export interface Due {
  id: number;
  redInfoId: number;
  outBillNo: string;
  openid: string;
  amount: number;
  body: string | null;
  state: number;
  packageInfo: string;
  errCode: string;
  repost: boolean;
  tries: number;
  /** Milliseconds since it was posted first, and last; null: never. */
  age: number | null;
  sincePost: number | null;
  source: number;
  /** Null where a shop or dealer is paid. */
  uid: number | null;
  actName: string;
  prizeName: string;
  remark: string;
}

/** States of attempts that have not come to an end, as the index of what is due names them. */
const alive = sql.join(BillState.options.filter(({ value }) => !isTerminal(value)).map(({ value }) => sql.lit(value)));

/** Of these the ones that were posted: their money may have left the account. */
export const inFlightStates = sql.join(
  BillState.options
    .filter(({ value }) => !isTerminal(value) && value !== BillState.new)
    .map(({ value }) => sql.lit(value)),
);

/** Of a merchant's calls per second: how many go at once, and how many follow in each second. Together they stay within any second. */
const burst = 0.1;
const flow = 0.9;

/** From here on WeChat Pay wants the receiver's name, which nobody gives us; fen. */
const nameFrom = 200_000;

const limitCode = ({ singleMin, singleMax }: PayMerchant, amount: number): string =>
  amount < singleMin || amount > singleMax ? 'AMOUNT_LIMIT' : amount >= nameFrom ? 'NAME_NEEDED' : '';

const today = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;
const tomorrowAtNine = sql<string>`(date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '1 day 9 hours') at time zone 'Asia/Shanghai'`;
const overDayLimit = '超过单用户每日领取上限，次日自动发放';
const overMerchantLimit = '超过商户每日发放限额，次日自动发放';

/** Of somebody on the firm's list: what was not begun waits until he is off it. */
export const keptBack = '收款人在黑名单中，移出后自动发放';
const lookAgain = sql<string>`now() + interval '10 minutes'`;

/** Numbers of merchants that have something due. */
export const findDueMerchants = async (db: Db): Promise<number[]> => {
  // Looks from merchant to merchant along the index, however many wait in each line.
  const { rows } = await sql<{ mchConfId: number }>`
    with recursive line as (
      (select mch_conf_id from payout where state in (${alive}) order by mch_conf_id limit 1)
      union all
      select (select mch_conf_id from payout where state in (${alive}) and mch_conf_id > line.mch_conf_id
        order by mch_conf_id limit 1)
      from line where line.mch_conf_id is not null
    )
    select mch_conf_id from line where mch_conf_id is not null and exists (
      select from payout where payout.mch_conf_id = line.mch_conf_id and state in (${alive}) and next_run_at <= now())`.execute(
    db,
  );
  return rows.map(({ mchConfId }) => mchConfId);
};

/** How many calls a merchant's line may make now; its row stays locked. 0 where another worker has it. */
const openLine = async (db: Db, { id, firmId, qps }: PayMerchant, room: number) => {
  const atOnce = Math.max(1, qps * burst);
  await db
    .insertInto('payQueue')
    .values({ mchConfId: id, firmId, tokens: atOnce })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<{ tokens: number; at: string; paused: boolean; stopped: string }>`
    select least(${atOnce}, tokens + ${qps * flow} * extract(epoch from at - filled_at))::float8 as tokens, at::text,
      paused_until > at as paused, stopped
    from pay_queue, clock_timestamp() as at where mch_conf_id = ${id} and firm_id = ${firmId} for update of pay_queue skip locked`.execute(
    db,
  );
  const [line] = rows;
  if (!line) return { calls: 0, takesNew: false, tokens: 0, at: '' };
  // A line that was refused altogether tries with one call whether it is over.
  const calls = line.stopped ? (line.paused ? 0 : 1) : Math.min(room, Math.floor(line.tokens));
  return { calls, takesNew: !line.paused, tokens: line.tokens, at: line.at };
};

/**
 * Whether a merchant is still as the worker opened it; it stays so until the transaction ends. Else what he is about to post would be asked
 * about at another account.
 */
const isAsStored = async (db: Db, { id, firmId, version }: PayMerchant, find: FindMerchant): Promise<boolean> => {
  const row = await db
    .selectFrom('merchant')
    .where('id', '=', id)
    .where('firmId', '=', firmId)
    .select('id')
    .forShare()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined && (await find(db, id))?.version === version;
};

/**
 * Takes attempts of one merchant that are due, in the order of their times, up to `room` and as many as his calls per second allow. New ones are POSTING
 * with the body they are posted with when this is committed; those over a day's limit wait until nine o'clock tomorrow.
 */
export const claimDue = (
  db: Db,
  merchant: PayMerchant,
  { worker, pace, room, find }: { worker: string; pace: Pace; room: number; find: FindMerchant },
): Promise<Due[]> =>
  db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const { calls, takesNew, tokens, at } = await openLine(where, merchant, room);
    if (calls === 0 || !(await isAsStored(where, merchant, find))) return [];
    const { rows: found } = await sql<Due>`
      select p.id, p.red_info_id, p.out_bill_no, p.openid, p.amount, p.body, p.state, p.package_info, p.err_code, p.repost, p.tries,
        extract(epoch from clock_timestamp() - p.posted_at)::float8 * 1000 as age,
        extract(epoch from clock_timestamp() - p.last_post_at)::float8 * 1000 as since_post,
        r.source, r.uid, r.act_name, r.prize_name, r.remark
      from payout p join red_info r on r.firm_id = p.firm_id and r.id = p.red_info_id
      where p.mch_conf_id = ${merchant.id} and p.firm_id = ${merchant.firmId} and p.state in (${alive})
        and p.next_run_at <= now() and (p.lease_until is null or p.lease_until < now()) and (${takesNew} or p.state <> ${sql.lit(BillState.new)})
      order by p.next_run_at, p.id limit ${calls} for update of p skip locked`.execute(where);
    const fresh = found.filter(({ state }) => state === BillState.new);
    const allowed = await withinLimits(where, merchant, fresh);
    const due = found.filter((row) => row.state !== BillState.new || allowed.has(row.id));
    if (due.length === 0) return [];
    const bodies = new Map(
      due
        .filter(({ state, amount }) => state === BillState.new && !limitCode(merchant, amount))
        .map((row) => [row.id, bodyOf(merchant, row)]),
    );
    await sql`
      update payout set lease_by = ${worker}::uuid, lease_until = clock_timestamp() + ${pace.lease} * interval '1 millisecond',
        body = coalesce(payout.body, given.body),
        state = case when given.body is not null then ${sql.lit(BillState.posting)} else state end,
        posted_at = case when given.body is not null then clock_timestamp() else posted_at end,
        last_post_at = case when given.body is not null or repost then clock_timestamp() else last_post_at end
      from unnest(${due.map(({ id }) => id)}::bigint[], ${due.map(({ id }) => bodies.get(id) ?? null)}::text[]) as given (id, body)
      where payout.id = given.id and payout.firm_id = ${merchant.firmId}`.execute(where);
    await where
      .updateTable('payQueue')
      .set({ tokens: tokens - due.length, filledAt: at })
      .where('mchConfId', '=', merchant.id)
      .execute();
    return due.map((row) => ({
      ...row,
      body: row.body ?? bodies.get(row.id) ?? null,
      errCode: row.state === BillState.new ? limitCode(merchant, row.amount) : row.errCode,
    }));
  });

/** What WeChat Pay is told of an attempt. */
type Told = Pick<Due, 'outBillNo' | 'openid' | 'amount' | 'source' | 'actName' | 'prizeName' | 'remark'>;

/** What a transfer is told to be: cash that was won, or what a shop or dealer is paid. */
const wordsOf = ({ sceneId }: Pick<PayMerchant, 'sceneId'>, { source, actName, prizeName }: Told) => {
  const scene = source === PaySource.remit ? remitScenes[sceneId] : undefined;
  return scene
    ? { perception: scene.perception, reports: scene.reports({ receiver: actName, purpose: prizeName }) }
    : {
        perception: '现金奖励',
        reports: [
          { type: '活动名称', content: actName || '现金奖励' },
          { type: '奖励说明', content: prizeName || '现金红包' },
        ],
      };
};

/** The body with which an attempt is posted. */
export const bodyOf = (merchant: Pick<PayMerchant, 'id' | 'appId' | 'sceneId' | 'notifyUrl'>, due: Told): string => {
  const { outBillNo, openid, amount, actName, remark } = due;
  return transferBody({
    appId: merchant.appId,
    outBillNo,
    sceneId: merchant.sceneId,
    openid,
    amount,
    remark: remark || actName || '现金奖励',
    notifyUrl: `${merchant.notifyUrl}/${merchant.id}`,
    ...wordsOf(merchant, due),
  });
};

/** Those of the new ones that may be sent today; the others wait for tomorrow. The merchant's line is locked, so that no two workers count at once. */
const withinLimits = async (db: Db, merchant: PayMerchant, fresh: readonly Due[]): Promise<Set<number>> => {
  const allowed = new Set<number>();
  if (fresh.length === 0) return allowed;
  const unpaid = await findUnpaid(
    db,
    merchant.firmId,
    fresh.flatMap(({ uid }) => uid ?? []),
  );
  const openids = [...new Set(fresh.map(({ openid }) => openid))];
  const sent = sql`mch_conf_id = ${merchant.id} and firm_id = ${merchant.firmId} and posted_at >= ${today}
    and state not in (${sql.lit(BillState.fail)}, ${sql.lit(BillState.cancelled)})`;
  const { rows: counts } = await sql<{ openid: string; count: number }>`
    select openid, count(*) as count from payout where ${sent} and openid = any(${openids}) group by openid`.execute(
    db,
  );
  const countOf = new Map(counts.map(({ openid, count }) => [openid, Number(count)]));
  let spent = 0;
  if (merchant.dayLimit > 0) {
    const { rows } = await sql<{
      spent: string;
    }>`select coalesce(sum(amount), 0) as spent from payout where ${sent}`.execute(db);
    spent = Number(rows[0]!.spent);
  }
  for (const { id, openid, amount, uid } of fresh) {
    if (uid !== null && unpaid.has(uid)) {
      await db.updateTable('payout').set({ nextRunAt: lookAgain, errMsg: keptBack }).where('id', '=', id).execute();
      continue;
    }
    const count = countOf.get(openid) ?? 0;
    const reason =
      count >= merchant.userDayMax
        ? overDayLimit
        : merchant.dayLimit > 0 && spent + amount > merchant.dayLimit
          ? overMerchantLimit
          : '';
    if (reason) {
      await db.updateTable('payout').set({ nextRunAt: tomorrowAtNine, errMsg: reason }).where('id', '=', id).execute();
      continue;
    }
    allowed.add(id);
    countOf.set(openid, count + 1);
    spent += amount;
  }
  return allowed;
};
