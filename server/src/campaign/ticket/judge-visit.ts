import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import type { Challenged } from '@zhuiyuan/contract/campaign/draw/challenge';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { makeCaptcha } from '../../access/captcha.ts';
import type { Db } from '../../kit/db/database.ts';
import { Refusal, refuse } from '../../kit/refusal.ts';
import { assessVisit } from '../../risk/assess-visit.ts';
import type { Standing } from '../../risk/bans.ts';
import { takePass } from '../../risk/challenge-pass.ts';
import type { Play } from '../visit/read-play.ts';
import type { Scanned } from '../visit/read-scanned.ts';
import type { Ticket } from './ticket.ts';

/** A refusal that brings a picture along: who reads it may ask again (62230). */
export const challenged = async (db: Db, message: string = drawRefusals.challenge[1]): Promise<Refusal> => {
  const data: Challenged = { challenge: await makeCaptcha(db) };
  return new Refusal(drawRefusals.challenge[0], message, data);
};

/** Who asks for a ticket, with what. */
interface Asker extends Pick<Scanned, 'ip' | 'device' | 'isMarked' | 'point' | 'unit'> {
  play: Pick<Play, 'id' | 'firmId'>;
  accountId: number;
  uid: number;
  listed: Standing;
  /** The code as it is written. */
  code: string;
  ticketId: string;
  userAgent: string;
  challengeToken: string;
}

/**
 * What the rules of the firm make of somebody who asks for a ticket; it is fixed in the ticket, before the number is known. Refuses who has
 * to read a picture first (62230), and who may not draw now (62231).
 */
export const judgeVisit = async (
  db: Db,
  { play, accountId, uid, listed, unit, code, ticketId, challengeToken, ...visit }: Asker,
): Promise<Pick<Ticket, 'hold' | 'risk'>> => {
  const codeId = unit && toCodeId(unit.seg, unit.serial);
  const { outcome, hold, hits } = await assessVisit(
    db,
    {
      ...visit,
      firmId: play.firmId,
      activityId: play.id,
      uid,
      code: unit && { id: codeId!, seg: unit.seg, serial: unit.serial, text: code },
    },
    {
      what: codeId === undefined ? ticketId : `C${codeId}`,
      standing: listed,
      passes: async () => challengeToken !== '' && takePass(db, accountId, challengeToken),
    },
  );
  if (outcome === 'block') throw refuse(drawRefusals.risk);
  if (outcome === 'challenge') throw await challenged(db);
  return { hold, risk: hits };
};
