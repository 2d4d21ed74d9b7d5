import type { OfferedPacket } from '@zhuiyuan/contract/campaign/draw/offered-packet';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { sql } from 'kysely';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';

/** A code with its packet, the batch it is of and the activity that pays for it. */
export interface Packet {
  id: number;
  firmId: number;
  batchId: number;
  seg: number;
  serial: number;
  state: number;
  uid: number | null;
  /** The account of who received it. */
  ownerId: number | null;
  batchState: number;
  redActiveId: number;
  name: string;
  sendName: string;
  wishing: string;
  status: number;
  endAt: string;
  isEnded: boolean;
  isBegun: boolean;
}

const packetAt = compileOnce<{ firmId: number; seg: number; serial: number }, Packet>((db, at) =>
  sql<Packet>`
    select bar.id, bar.firm_id, bar.batch_id, bar.seg, bar.serial, bar.state, bar.uid, member.account_id as owner_id,
      batch.state as batch_state, active.id as red_active_id, active.name, active.send_name, active.wishing, active.status,
      active.end_at, active.ended_at is not null or active.end_at <= now() as is_ended, active.start_at <= now() as is_begun
    from red_bar bar
    join red_batch batch on batch.id = bar.batch_id and batch.firm_id = bar.firm_id
    join red_active active on active.id = batch.red_active_id and active.firm_id = bar.firm_id
    left join member on member.id = bar.uid and member.firm_id = bar.firm_id
    where bar.firm_id = ${at.firmId}::bigint and bar.seg = ${at.seg}::int and bar.serial = ${at.serial}::bigint
      and bar.state <> ${sql.lit(RedCodeState.void)}`.compile(db),
);

/** The packet of a code that may be offered; nothing where it carries none, or one of a batch that is not in use. */
export const findPacket = async (
  db: Db,
  at: { firmId: number; seg: number; serial: number },
): Promise<Packet | undefined> => {
  const [packet] = await packetAt.run(db, at);
  if (!packet) return undefined;
  const isInUse = packet.batchState === RedBatchState.ready || packet.batchState === RedBatchState.frozen;
  return isInUse || packet.state === RedCodeState.used ? packet : undefined;
};

/** Why nobody receives a packet now; nothing where the first who asks may. */
export const judgePacket = ({ state, batchState, status, isEnded, isBegun }: Packet): RefusalText | undefined => {
  if (state === RedCodeState.used) return redRefusals.taken;
  if (state === RedCodeState.frozen || batchState === RedBatchState.frozen) return redRefusals.frozenCode;
  if (isEnded) return redRefusals.over;
  if (!isBegun) return redRefusals.notBegun;
  return status === Enabled.on ? undefined : redRefusals.paused;
};

/** What a scanned code offers to an account. */
export const offerPacket = async (
  db: Db,
  { accountId, ...at }: { firmId: number; seg: number; serial: number; accountId: number | undefined },
): Promise<(OfferedPacket & { redActiveId: number }) | undefined> => {
  const packet = await findPacket(db, at);
  if (!packet) return undefined;
  const { name, sendName, wishing, endAt, redActiveId, ownerId } = packet;
  const isMine = ownerId !== null && ownerId === accountId;
  const refusal = isMine ? undefined : judgePacket(packet);
  return {
    redActiveId,
    name,
    sendName,
    wishing,
    endAt,
    isMine,
    ok: refusal === undefined,
    message: refusal?.[1] ?? '',
  };
};
