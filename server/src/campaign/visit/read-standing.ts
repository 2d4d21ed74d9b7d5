import type { Unit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import { findMember } from '../../member/ensure-member.ts';
import { findBans } from '../../risk/bans.ts';
import { countDraws, countScans } from './count-today.ts';
import { readCounters } from './judge-shopper.ts';
import type { Play } from './read-play.ts';

/** Who asks, at the firm of an activity, how he stands to it, and who drew with the code he brings. */
export const readStanding = async (
  db: Db,
  play: Play,
  accountId: number | undefined,
  { unit, ip, device }: { unit: Pick<Unit, 'seg' | 'serial'> | undefined; ip: string; device: string },
) => {
  const member = accountId === undefined ? undefined : await findMember(db, play.firmId, accountId);
  const [used, known, listed, counters, scansToday, drawsToday] = await Promise.all([
    unit &&
      db
        .selectFrom('codeUse')
        .where('seg', '=', unit.seg)
        .where('serial', '=', unit.serial)
        .where('audience', '=', play.audience)
        .select(['uid', 'drawId'])
        .executeTakeFirst(),
    member && play.newUserOnly
      ? db
          .selectFrom('draw')
          .where('uid', '=', member.id)
          .where('firmId', '=', play.firmId)
          .select('id')
          .limit(1)
          .executeTakeFirst()
      : undefined,
    findBans(db, { firmId: play.firmId, uid: member?.id, ip, device }),
    readCounters(db, play.id, member?.id),
    member && play.scanLimit !== null ? countScans(db, play.firmId, member.id, play.scanLimit) : 0,
    member && play.drawLimit !== null
      ? countDraws(db, play.firmId, [member.id]).then((draws) => draws.get(member.id) ?? 0)
      : 0,
  ]);
  const isOwn = used !== undefined && used.drawId !== null && member !== undefined && used.uid === member.id;
  return {
    accountId,
    member,
    counters,
    listed,
    scansToday,
    drawsToday,
    isKnown: known !== undefined,
    isUsed: used !== undefined && !isOwn,
    ownDraw: isOwn ? used.drawId! : undefined,
  };
};
