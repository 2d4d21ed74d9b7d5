import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { randomUUID } from 'node:crypto';
import type { Unit } from '../../../codes/state/read-unit.ts';
import type { Play } from '../read-play.ts';
import type { Scanned } from '../read-scanned.ts';
import type { Ticket } from '../ticket.ts';

/** Who draws, with what, and from where. */
interface Drawer extends Pick<Scanned, 'located' | 'byAddress' | 'point' | 'ip' | 'device'> {
  uid: number;
  /** What pays: a code (`C`, for shops `B`), else the nth draw this person asked for (`P`). */
  pays: { unit: Unit; letter: 'C' | 'B' } | { seq: number };
  held?: Scanned['held'];
  scanId?: number | null;
  verdict: Pick<Ticket, 'hold' | 'risk'>;
  isInsider: boolean;
}

/** What a ticket for one draw of an activity says, whose period of seeds is open. */
export const toTicket = (
  play: Play & { epochId: number },
  { uid, pays, held, scanId = null, verdict, isInsider, located, byAddress, point, ip, device }: Drawer,
): Omit<Ticket, 'isOver'> => {
  const unit = 'unit' in pays ? pays.unit : undefined;
  const city = located ?? byAddress ?? null;
  return {
    id: randomUUID(),
    firmId: play.firmId,
    activityId: play.id,
    epochId: play.epochId,
    epochNo: play.epochNo!,
    uid,
    audience: play.audience,
    key: 'unit' in pays ? `${pays.letter}${toCodeId(pays.unit.seg, pays.unit.serial)}` : `P${pays.seq}`,
    code: unit ? { seg: unit.seg, serial: unit.serial } : null,
    pointsCost: play.pointsCost ?? 0,
    day: play.today,
    ...verdict,
    isInsider,
    facts: {
      codeLevel: unit?.level ?? null,
      productId: unit?.productId ?? null,
      lotId: unit?.lotId ?? null,
      agentId: held?.agentId ?? null,
      shopId: held?.shopId ?? null,
      channelId: unit?.channelId ?? null,
      scanId,
    },
    place: {
      province: city && `${city.slice(0, 2)}0000`,
      city: city && !city.endsWith('0000') ? `${city.slice(0, 4)}00` : null,
      lng: point?.lng ?? null,
      lat: point?.lat ?? null,
      geoSource: located ? GeoSource.gps : byAddress ? GeoSource.ip : GeoSource.none,
    },
    ip,
    device,
  };
};
