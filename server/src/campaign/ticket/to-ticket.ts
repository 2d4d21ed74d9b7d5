import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { randomUUID } from 'node:crypto';
import type { Unit } from '../../codes/state/read-unit.ts';
import type { Play } from '../visit/read-play.ts';
import type { Scanned } from '../visit/read-scanned.ts';
import type { Ticket } from './ticket.ts';

/** Who asks to draw, with which code if any, and from where. */
export interface Asker extends Pick<Scanned, 'located' | 'byAddress' | 'point' | 'ip' | 'device' | 'isMarked'> {
  uid: number;
  unit?: Unit | undefined;
  held?: Scanned['held'];
  scanId?: number | null;
}

/** Who draws. */
interface Drawer extends Omit<Asker, 'unit'> {
  /** What pays: a code (`C`, for shops `B`), else the nth draw this person asked for (`P`). */
  pays: { unit: Unit; letter: 'C' | 'B' } | { seq: number; isFree: boolean };
  verdict: Pick<Ticket, 'hold' | 'risk'>;
  isInsider: boolean;
  /** Of the ticket; made up where none is given. */
  id?: string;
}

/** What is known of somebody who asks to draw, as it stands in his ticket. */
export const toAsked = (
  play: Pick<Play, 'firmId' | 'id'>,
  { uid, unit, held, scanId = null, located, byAddress, point, ip, device, isMarked }: Asker,
): Pick<Ticket, 'firmId' | 'activityId' | 'uid' | 'code' | 'facts' | 'place' | 'ip' | 'device' | 'isMarked'> => {
  const city = located ?? byAddress ?? null;
  return {
    firmId: play.firmId,
    activityId: play.id,
    uid,
    code: unit ? { seg: unit.seg, serial: unit.serial } : null,
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
    isMarked,
  };
};

/** What a ticket for one draw of an activity says, whose period of seeds is open. */
export const toTicket = (
  play: Play & { epochId: number },
  { pays, verdict, isInsider, id = randomUUID(), ...asker }: Drawer,
): Omit<Ticket, 'isOver'> => ({
  ...toAsked(play, { ...asker, unit: 'unit' in pays ? pays.unit : undefined }),
  id,
  epochId: play.epochId,
  epochNo: play.epochNo!,
  audience: play.audience,
  key: 'unit' in pays ? `${pays.letter}${toCodeId(pays.unit.seg, pays.unit.serial)}` : `P${pays.seq}`,
  ...('seq' in pays && pays.isFree ? { pointsCost: 0, isFree: true } : { pointsCost: play.pointsCost ?? 0 }),
  day: play.today,
  ...verdict,
  isInsider,
});
