import { PaySource, type PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { sql } from 'kysely';
import { reserveWins } from '../../fund/reserve-wins.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, refuse, stale, type Constraints } from '../../kit/refusal.ts';
import { openPayouts } from '../../payout/open-payouts.ts';
import { requirePackets } from '../require-packets.ts';
import { findSated, type Payer } from './find-receivers.ts';
import { noteSend } from './note-send.ts';

type Sent = DataOf<typeof redSendApi.save>;

/** The same request came twice at once, for two activities: one of them is done. */
export const sendConstraints: Constraints = { red_send_idem_uq: stale };

/** One packet that is to go out. Amount in fen. */
export interface Packet {
  openid: string;
  uid: number | null;
  /** Who he is, masked; '' where he is no member. */
  consumer: string;
  amount: number;
  /** Why he gets it, where it is not for the reason of all. */
  remark: string;
}

/** What is asked for, as far as it can be held against what was sent under the same number. */
type Asked = { redActiveId: number } & ({ count: number; totalAmount: number } | { fileName: string });

/**
 * What was sent under a request number before; nothing where nothing was. Refuses a number under which something else was sent (62469), so
 * that nobody takes that for what he asks for now.
 */
export const findSend = async (db: Db, firmId: number, idemKey: string, asked: Asked): Promise<Sent | undefined> => {
  const known = await db
    .selectFrom('redSend')
    .where('firmId', '=', firmId)
    .where('idemKey', '=', idemKey)
    .select(['id', 'sendNo', 'redActiveId', 'fileName', 'totalNum as count', 'totalAmount', 'needsReview as isHeld'])
    .executeTakeFirst();
  if (!known) return undefined;
  const { redActiveId, fileName, ...sent } = known;
  const isSame =
    redActiveId === asked.redActiveId &&
    ('fileName' in asked
      ? fileName === asked.fileName
      : fileName === null && sent.count === asked.count && sent.totalAmount === asked.totalAmount);
  if (!isSame) throw refuse(redRefusals.sentBefore, { sendNo: sent.sendNo, count: sent.count });
  return sent;
};

interface Order {
  payer: Payer;
  packets: readonly Packet[];
  remark: string;
  /** Of the file they are from; null where they were picked. */
  fileName: string | null;
  idemKey: string;
  /** Above this sum, in fen, each is held until another person lets it go. */
  reviewAbove: number;
}

/** How many of those who had enough are named. */
const named = 3;

/**
 * Sends packets by hand (手工发放), all of them or none: their whole money is reserved, and above `reviewAbove` each is held until another
 * person lets it go. What was sent under the same request number is answered again. The activity is locked first, so that nobody spends its budget,
 * its number of packets or a person's of a day meanwhile: refuses more than it has left (62404), and what it does not allow (62453, 62456,
 * 62457, 62465, 62468).
 */
export const sendByHand = async (
  db: Db,
  { payer, packets, remark, fileName, idemKey, reviewAbove }: Order,
  operatorId: number,
): Promise<Sent> => {
  const { firmId } = payer;
  const active = await requirePackets(db, payer.id, {
    amounts: packets.map(({ amount }) => amount),
    count: packets.length,
  });
  const totalAmount = packets.reduce((sum, { amount }) => sum + amount, 0);
  const redActiveId = payer.id;
  const asked = fileName === null ? { redActiveId, count: packets.length, totalAmount } : { redActiveId, fileName };
  const known = await findSend(db, firmId, idemKey, asked);
  if (known) return known;
  if (!payer.hasBegun) throw refuse(redRefusals.notBegun);
  const openids = packets.map(({ openid }) => openid);
  if (new Set(openids).size < openids.length) throw invalid('uids', '同一个消费者只能选择一次');
  const sated = await findSated(db, payer, openids);
  if (sated.size > 0) {
    const who = packets.filter(({ openid }) => sated.has(openid)).map(nameOf);
    throw refuse(redRefusals.dayReached, {
      who: `${who.slice(0, named).join('、')}${who.length > named ? `等${who.length}人` : ''}`,
      most: payer.limitUserDay,
    });
  }
  const sent = await db
    .insertInto('redSend')
    .values({
      firmId,
      redActiveId: payer.id,
      totalNum: packets.length,
      totalAmount,
      remark,
      fileName,
      needsReview: totalAmount > reviewAbove,
      reviewAbove,
      idemKey,
      createdBy: operatorId,
    })
    .returning(['id', 'sendNo', 'totalNum as count', 'totalAmount', 'needsReview as isHeld'])
    .executeTakeFirstOrThrow();
  const { rows: lines } = await sql<{ id: number; lineNo: number }>`
    insert into red_send_line (firm_id, send_id, line_no, openid, uid, amount, is_held)
    select ${firmId}::bigint, ${sent.id}::bigint, n, openid, uid, amount, ${sent.isHeld}::boolean
    from unnest(${openids}::varchar[], ${packets.map(({ uid }) => uid)}::bigint[], ${packets.map(({ amount }) => amount)}::bigint[])
      with ordinality as packet (openid, uid, amount, n)
    returning id, line_no`.execute(db);
  await noteSend(db, { id: sent.id, firmId });
  const lineIds = new Map(lines.map(({ id, lineNo }) => [lineNo, id]));
  const idOf = (at: number): number => lineIds.get(at + 1)!;
  const wins = packets.map(({ amount }, at) => ({ refId: idOf(at), amount }));
  const fitting = await reserveWins(db, { firmId, activityId: payer.id, refKind: 'redSend', wins }, operatorId);
  if (fitting.size < packets.length) throw refuse(redRefusals.budgetShort);
  await openPayouts(
    db,
    packets.map((packet, at) => ({
      firmId,
      source: fileName === null ? PaySource.hand : PaySource.upload,
      sourceId: idOf(at),
      mchConfId: active.mchConfId,
      appId: payer.appId,
      openid: packet.openid,
      uid: packet.uid,
      amount: packet.amount,
      payKind: active.payKind as 1 | 2,
      channel: active.channel as (typeof PayChannel.options)[number]['value'],
      redActiveId: payer.id,
      actName: active.name,
      prizeName: active.wishing,
      remark: packet.remark || remark,
      hold: sent.isHeld,
      createdBy: operatorId,
    })),
  );
  return sent;
};

const nameOf = ({ consumer, openid }: Packet): string => {
  const tail = `OpenID****${openid.slice(-6)}`;
  return consumer ? `${consumer}（${tail}）` : tail;
};
