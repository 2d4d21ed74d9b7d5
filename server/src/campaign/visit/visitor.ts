import { LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Asking } from '../scope/judge-scope.ts';
import { findActivity } from './find-activity.ts';
import { keepsNoPlace, readPlay, type Play } from './read-play.ts';
import { readScanned, type Scanned } from './read-scanned.ts';
import { readVisit } from './read-visit.ts';

/** What somebody comes with: `hasCode` where he scanned one. */
export type Visitor = Pick<
  Scanned,
  'scan' | 'located' | 'byAddress' | 'point' | 'ip' | 'device' | 'isMarked' | 'held' | 'verdict' | 'unit' | 'code'
> & {
  hasCode: boolean;
  scanId: number | null;
};

const noCode = {
  hasCode: false,
  scanId: null,
  scan: undefined,
  code: '',
  unit: undefined,
  verdict: 'FIRST' as const,
  held: { agentId: null, shopId: null },
};

interface VisitInput {
  token: string;
  activityId?: number | undefined;
  deviceId?: string | undefined;
  lng?: number | undefined;
  lat?: number | undefined;
}

/** How calls find out what somebody comes with: the code of a scan, or nothing but himself, for draws that points pay. */
export const visitorReader =
  ({ db, keyring, masterKey }: { db: Db; keyring: Keyring; masterKey: Buffer }) =>
  async (input: VisitInput, request: FastifyRequest): Promise<Visitor> => {
    if (input.token !== '')
      return { ...(await readScanned(db, keyring, masterKey, input.token, input)), hasCode: true };
    return { ...(await readVisit(db, request, input)), ...noCode };
  };

/** The activity that a code opens, or the one that is asked for by its number and takes points. */
export const findPlay = async (
  db: Db,
  { hasCode, unit, held }: Visitor,
  asked: number | undefined,
): Promise<Play | undefined> => {
  const activityId = hasCode ? await findActivity(db, unit!, held) : asked;
  const play = activityId === undefined ? undefined : await readPlay(db, activityId);
  if (hasCode) return play;
  return play?.lotteryType === LotteryType.points && play.startAt !== null ? play : undefined;
};

/** What somebody comes with, as far as his firm wants to know it. */
export const asWanted = (scan: Visitor, play: Play): Visitor =>
  keepsNoPlace(play) ? { ...scan, located: undefined, point: undefined } : scan;

/** What the scope of an activity is judged by. */
export const toAsking = ({ located, byAddress, unit }: Visitor): Asking => ({
  located,
  byAddress,
  code: unit && { seg: unit.seg, serial: unit.serial, lotId: unit.lotId },
});
