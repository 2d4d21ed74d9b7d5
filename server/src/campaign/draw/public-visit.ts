import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import type { PlayAnswer, publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { FastifyRequest } from 'fastify';
import { findAccount, openAccount } from '../../account/account-session.ts';
import { signInByOpenId } from '../../account/open-id.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, type Call } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { agreeToTerms, ensureMember, findMember } from '../../member/ensure-member.ts';
import { findPointsDue } from '../../member/expire-points.ts';
import { attachToScan } from '../../scan/log/attach-scan.ts';
import { isRunning } from '../activity-now.ts';
import { asWanted, visitorReader, findPlay, toAsking, type Visitor } from '../visit/visitor.ts';
import { findActivity } from '../visit/find-activity.ts';
import { giveFirstPoints } from '../visit/give-first-points.ts';
import { judgeCode, judgeShopper, leftOf } from '../visit/judge-shopper.ts';
import { toPlayed } from '../visit/read-play.ts';
import { readStanding } from '../visit/read-standing.ts';
import { keepArrival, toArrival, turnsOf } from '../visit/share.ts';
import { answerDraw } from './answer-draw.ts';
import './packet-of-code.ts';
import { readIdentity } from './wechat-identity.ts';

/** How calls find out what somebody comes with, and what his code carries instead of a draw. */
export const openVisits = (app: App) => {
  const { shopperDb: db } = app;
  return {
    readVisitor: visitorReader({ db, keyring: openKeyring(app), masterKey: app.config.masterKey }),

    /** The red packet that a code carries, for whoever asks. */
    packetOf: async ({ unit }: Visitor, request: FastifyRequest) => {
      if (!unit) return undefined;
      const { firmId, seg, serial } = unit;
      const account = await findAccount(db, request);
      const packet = await ask(db, 'code.packet', { firmId, seg, serial, accountId: account?.accountId });
      if (!packet) return undefined;
      const member = account && (await findMember(db, firmId, account.accountId));
      return { ...packet, needConsent: member?.needsConsent ?? true };
    },
  };
};

export type Visits = ReturnType<typeof openVisits>;

/** Keeps with the query who asked, and the campaign that answered it while it ran. Answers the points that it brought as the first of its code. */
const attribute = async (
  db: Db,
  { scan, unit, ip }: Visitor,
  facts: { uid?: number | undefined; activityId?: number | undefined },
): Promise<number> => {
  if (!scan || !unit) return 0;
  const { uid = null, activityId = null } = facts;
  const isNew = (scan.uid === null && uid !== null) || (scan.activityId === null && activityId !== null);
  if (isNew) await retried(() => attachToScan(db, { ...scan, firmId: unit.firmId }, { uid, activityId }));
  return uid === null ? 0 : giveFirstPoints(db, { firmId: unit.firmId, uid, scan, code: unit, ip });
};

/** {@link attribute} of who has been at the firm before, where no campaign answers. */
const attributeToKnown = async (db: Db, scan: Visitor, request: FastifyRequest): Promise<number> => {
  const account = await findAccount(db, request);
  const member = account && scan.unit && (await findMember(db, scan.unit.firmId, account.accountId));
  return attribute(db, scan, { uid: member?.id });
};

/** Signs a shopper in at the firm of his code or game, and keeps what he agreed to and who brought him. */
export const signInShopper = async (
  { readVisitor, packetOf }: Visits,
  { input, request, app }: Call<typeof publicDrawApi.login>,
) => {
  const { shopperDb: db } = app;
  const { masterKey } = app.config;
  const scan = await readVisitor(input, request);
  if (scan.hasCode && !scan.unit) throw refuse(drawRefusals.noCode);
  const play = scan.hasCode ? undefined : await findPlay(db, scan, input.activityId);
  const firmId = scan.unit?.firmId ?? play?.firmId;
  if (firmId === undefined) throw refuse(drawRefusals.noActivity);
  const onPhone = await findAccount(db, request);
  const packet = input.authCode === '' ? undefined : await packetOf(scan, request);
  const activityId =
    play?.id ??
    packet?.redActiveId ??
    (input.authCode === '' ? undefined : await findActivity(db, scan.unit!, scan.held));
  const named =
    activityId === undefined || input.authCode === ''
      ? undefined
      : await readIdentity({ db, masterKey, log: app.log }, { firmId, activityId }, input.authCode);
  const account = named
    ? await retried(() => db.transaction().execute((where) => signInByOpenId(where as Db, named, onPhone)))
    : (onPhone ?? (await openAccount(db)));
  const member = await ensureMember(db, firmId, account.accountId);
  if (input.agrees) await agreeToTerms(db, firmId, member.id);
  await attribute(db, scan, { uid: member.id });
  if (play && input.from !== '' && (input.agrees || !member.needsConsent))
    await retried(() => keepArrival(db, masterKey, input.from, toArrival(play, member, scan)));
  return {
    token: account.token,
    uid: member.id,
    isNew: member.isNew,
    needConsent: !input.agrees && member.needsConsent,
  };
};

/** The code was drawn with by this very shopper: what he won then is shown instead of anything to play. */
const drawnBefore: RefusalText = [drawRefusals.used[0], '您已用该码参与过抽奖'];

const told = (refusal: RefusalText | undefined) =>
  refusal ? { ok: false, code: refusal[0], message: refusal[1] } : { ok: true, code: 200, message: '' };

/** What activity a code or link opens, and how its visitor stands to it. */
export const showPlay = async (
  { readVisitor, packetOf }: Visits,
  { input, request, app }: Call<typeof publicDrawApi.scan>,
): Promise<PlayAnswer> => {
  const { shopperDb: db } = app;
  const visitor = await readVisitor(input, request);
  const nothing = {
    scanId: visitor.scanId,
    activity: null,
    left: { day: null, total: null },
    earlier: null,
    needConsent: false,
    needPhone: false,
    firstPoints: 0,
    points: null,
    pointsDue: null,
    turns: null,
    packet: null,
  };
  const ofCode = visitor.hasCode ? judgeCode(visitor.unit, visitor.verdict) : undefined;
  // A code that draws nothing as it is says so; what activity it might have opened is nobody's business.
  if (ofCode && ofCode[0] !== drawRefusals.needsPin[0]) return { ...nothing, eligibility: told(ofCode) };
  const packet = await packetOf(visitor, request);
  if (packet)
    return {
      ...nothing,
      eligibility: told(drawRefusals.noActivity),
      packet: ofCode ? { ...packet, ok: false, message: ofCode[1] } : packet,
      needConsent: packet.needConsent,
    };
  const play = await findPlay(db, visitor, input.activityId);
  if (!play)
    return {
      ...nothing,
      firstPoints: await attributeToKnown(db, visitor, request),
      eligibility: told(drawRefusals.noActivity),
    };
  const scan = asWanted(visitor, play);
  const standing = await readStanding(db, play, (await findAccount(db, request))?.accountId, scan);
  const firstPoints = await attribute(db, scan, {
    uid: standing.member?.id,
    activityId: isRunning(play) ? play.id : undefined,
  });
  const refusal = ofCode ?? (await judgeShopper(db, play, standing, toAsking(scan), standing.isUsed));
  return {
    scanId: scan.scanId,
    activity: toPlayed(play),
    eligibility: told(standing.ownDraw === undefined ? refusal : drawnBefore),
    left: leftOf(play, standing),
    earlier: standing.ownDraw === undefined ? null : await answerDraw(db, standing.ownDraw, true),
    needConsent: standing.member?.needsConsent ?? true,
    needPhone: play.needPhone && !standing.member?.hasPhone,
    firstPoints,
    points: play.pointsCost ? (standing.member?.points ?? null) : null,
    pointsDue: play.pointsCost && standing.member ? await findPointsDue(db, play.firmId, standing.member.id) : null,
    turns: turnsOf(app.config.masterKey, play, { ...standing, device: scan.device }),
    packet: null,
  };
};
