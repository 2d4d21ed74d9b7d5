import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { toTime } from '@zhuiyuan/contract/kit/clock';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { attachToScan } from '../../scan/log/attach-scan.ts';
import { isRunning } from '../activity-now.ts';
import { findAccount, openAccount, requireAccount, requireTokenHash } from '../../account/account-session.ts';
import { signInByOpenId } from '../../account/open-id.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { agreeToTerms, ensureMember, findMember } from '../../member/ensure-member.ts';
import { findPointsDue } from '../../member/expire-points.ts';
import { countRefused } from '../../risk/bans.ts';
import { readEpoch, readProof } from '../fair/public-fair.ts';
import { readPack } from '../fair/read-pack.ts';
import { answerDraw } from './answer-draw.ts';
import { keepCollected } from './collect-claim.ts';
import { freeLeft } from '../counters.ts';
import { drawOnce } from './draw-once.ts';
import { asWanted, comeWith, findPlay, type Come } from '../visit/come.ts';
import { judgeVisit } from '../ticket/judge-visit.ts';
import { openOdds } from './open-odds.ts';
import { readStanding } from '../visit/read-standing.ts';
import { takeSeq } from '../ticket/take-seq.ts';
import { toAsked, toTicket } from '../ticket/to-ticket.ts';
import { findActivity } from '../visit/find-activity.ts';
import { giveFirstPoints } from '../visit/give-first-points.ts';
import { judgeCode, judgeShopper, leftOf } from '../visit/judge-shopper.ts';
import { lookBefore } from './look-before.ts';
import { listMyPrizes, readMyPrize } from './my-prizes.ts';
import { toPlayed, type Play } from '../visit/read-play.ts';
import { readRules, readWinners } from './read-rules.ts';
import './packet-of-code.ts';
import { keepArrival, toArrival, turnsOf } from '../visit/share.ts';
import { readTicket, signTicket } from '../ticket/ticket.ts';
import { readIdentity } from './wechat-identity.ts';
import { writePart } from '../ticket/write-part.ts';

/** A shopper's way from a scanned code to a prize. */
export const mountPublicDraw = (app: App): void => {
  const { shopperDb: db } = app;
  const { masterKey } = app.config;
  const oddsOf = openOdds(db, masterKey);

  const come = comeWith({ db, keyring: openKeyring(app), masterKey });

  const standingOf = async (request: FastifyRequest, scan: Come, play: Play) =>
    readStanding(db, play, (await findAccount(db, request))?.accountId, scan);

  /** The red packet that a code carries, for whoever asks. */
  const packetOf = async ({ unit }: Come, request: FastifyRequest) => {
    if (!unit) return undefined;
    const { firmId, seg, serial } = unit;
    const account = await findAccount(db, request);
    const packet = await ask(db, 'code.packet', { firmId, seg, serial, accountId: account?.accountId });
    if (!packet) return undefined;
    const member = account && (await findMember(db, firmId, account.accountId));
    return { ...packet, needConsent: member?.needsConsent ?? true };
  };

  /** Keeps with the query who asked, and the campaign that answered it while it ran. Answers the points that it brought as the first of its code. */
  const learn = async (
    { scan, unit, ip }: Come,
    facts: { uid?: number | undefined; activityId?: number | undefined },
  ): Promise<number> => {
    if (!scan || !unit) return 0;
    const { uid = null, activityId = null } = facts;
    const isNew = (scan.uid === null && uid !== null) || (scan.activityId === null && activityId !== null);
    if (isNew) await retried(() => attachToScan(db, { ...scan, firmId: unit.firmId }, { uid, activityId }));
    return uid === null ? 0 : giveFirstPoints(db, { firmId: unit.firmId, uid, scan, code: unit, ip });
  };

  /** {@link learn} of who has been at the firm before, where no campaign answers. */
  const learnOf = async (scan: Come, request: FastifyRequest): Promise<number> => {
    const account = await findAccount(db, request);
    const member = account && scan.unit && (await findMember(db, scan.unit.firmId, account.accountId));
    return learn(scan, { uid: member?.id });
  };

  const asking = (scan: Come) => ({
    located: scan.located,
    byAddress: scan.byAddress,
    code: scan.unit && { seg: scan.unit.seg, serial: scan.unit.serial, lotId: scan.unit.lotId },
  });

  serve(app, publicDrawApi, {
    async login({ input, request }) {
      const scan = await come(input, request);
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
      await learn(scan, { uid: member.id });
      if (play && input.from !== '' && (input.agrees || !member.needsConsent))
        await retried(() => keepArrival(db, masterKey, input.from, toArrival(play, member, scan)));
      return {
        token: account.token,
        uid: member.id,
        isNew: member.isNew,
        needConsent: !input.agrees && member.needsConsent,
      };
    },

    async scan({ input, request }) {
      const came = await come(input, request);
      const told = (refusal: RefusalText | undefined) =>
        refusal ? { ok: false, code: refusal[0], message: refusal[1] } : { ok: true, code: 200, message: '' };
      const nothing = {
        scanId: came.scanId,
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
      const ofCode = came.hasCode ? judgeCode(came.unit, came.verdict) : undefined;
      // A code that draws nothing as it is says so; what activity it might have opened is nobody's business.
      if (ofCode && ofCode[0] !== drawRefusals.needsPin[0]) return { ...nothing, eligibility: told(ofCode) };
      const packet = await packetOf(came, request);
      if (packet)
        return {
          ...nothing,
          eligibility: told(drawRefusals.noActivity),
          packet: ofCode ? { ...packet, ok: false, message: ofCode[1] } : packet,
          needConsent: packet.needConsent,
        };
      const play = await findPlay(db, came, input.activityId);
      if (!play)
        return { ...nothing, firstPoints: await learnOf(came, request), eligibility: told(drawRefusals.noActivity) };
      const scan = asWanted(came, play);
      const standing = await standingOf(request, scan, play);
      const firstPoints = await learn(scan, {
        uid: standing.member?.id,
        activityId: isRunning(play) ? play.id : undefined,
      });
      const refusal = ofCode ?? (await judgeShopper(db, play, standing, asking(scan), standing.isUsed));
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
        turns: turnsOf(masterKey, play, { ...standing, device: scan.device }),
        packet: null,
      };
    },

    async ticket({ input, request }) {
      const accountId = await requireAccount(db, request);
      const came = await come(input, request);
      const ofCode = came.hasCode ? judgeCode(came.unit, came.verdict) : undefined;
      if (ofCode) throw refuse(ofCode);
      if (await packetOf(came, request)) throw refuse(drawRefusals.noActivity);
      const play = await findPlay(db, came, input.activityId);
      if (!play || play.id !== input.activityId) throw refuse(drawRefusals.noActivity);
      const scan = asWanted(came, play);
      const standing = await readStanding(db, play, accountId, scan);
      const { member } = standing;
      if (!member || member.needsConsent) throw refuse(drawRefusals.noConsent);
      const asked = toAsked(play, { ...scan, uid: member.id });
      // Who drew with this code already gets a ticket for the answer he had.
      const refusal =
        standing.ownDraw === undefined
          ? await judgeShopper(db, play, standing, asking(scan), standing.isUsed)
          : undefined;
      if (refusal) {
        await writePart(db, asked, refusal);
        if (standing.listed.isBanned) await countRefused(db, { ...scan, firmId: play.firmId, uid: member.id });
        throw refuse(refusal);
      }
      const { epochId } = play;
      if (epochId === null) throw refuse(drawRefusals.ended);
      const ticketId = randomUUID();
      // An answer that stands already is judged no more.
      const verdict =
        standing.ownDraw === undefined
          ? await judgeVisit(db, {
              ...scan,
              play,
              accountId,
              ticketId,
              uid: member.id,
              listed: standing.listed,
              userAgent: request.headers['user-agent'] ?? '',
              challengeToken: input.challengeToken ?? '',
            })
          : { hold: false, risk: [] };
      const insider = await db
        .selectFrom('roleBinding')
        .where('accountId', '=', accountId)
        .where('firmId', '=', play.firmId)
        .where('endedAt', 'is', null)
        .select('id')
        .limit(1)
        .executeTakeFirst();
      const { unit } = scan;
      if (standing.ownDraw === undefined) await writePart(db, asked, { ticketId });
      const { ticket, until } = signTicket(
        masterKey,
        toTicket(
          { ...play, epochId },
          {
            ...scan,
            id: ticketId,
            uid: member.id,
            pays: unit
              ? { unit, letter: 'C' }
              : {
                  seq: await takeSeq(db, { firmId: play.firmId, activityId: play.id, uid: member.id }),
                  isFree: freeLeft(play, standing.counters, play.today) > 0,
                },
            verdict,
            isInsider: insider !== undefined,
          },
        ),
      );
      return {
        ticket,
        expireAt: toTime(until),
        epochNo: play.epochNo!,
        seedHash: play.seedHash!,
        weightHash: play.weightHash!,
        left: leftOf(play, standing),
      };
    },

    async draw({ input, request }) {
      const tokenHash = requireTokenHash(request);
      const ticket = readTicket(masterKey, input.ticket);
      if (!ticket) throw refuse(drawRefusals.badTicket);
      const before = await lookBefore(db, ticket, tokenHash);
      if (before && 'refusal' in before) throw refuse(before.refusal);
      if (before) return answerDraw(db, before.drawId, true);
      if (ticket.code) {
        // Voided, frozen or recalled since the scan.
        const unit = await readUnit(db, ticket.code.seg, ticket.code.serial);
        const ofCode = judgeCode(unit);
        if (ofCode) throw refuse(ofCode);
      }
      const drawn = await retried(async () =>
        drawOnce(db, { ticket, clientSeed: input.clientSeed, ...(await oddsOf(ticket.epochId)) }),
      );
      if ('refusal' in drawn) throw refuse(drawn.refusal);
      const answer = await answerDraw(db, drawn.drawId, drawn.isRepeat);
      app.metrics.draws.inc({ won: answer.prize.type === PrizeType.none ? 'no' : 'yes' });
      return answer;
    },

    myPrizes: async ({ input, request }) =>
      listMyPrizes(db, { ...input, accountId: await requireAccount(db, request) }),

    myPrize: async ({ input: { claimNo, lng, lat }, request }) =>
      readMyPrize(db, masterKey, {
        accountId: await requireAccount(db, request),
        claimNo,
        place: lng !== undefined && lat !== undefined ? { lng, lat } : undefined,
      }),

    async collect({ input, request }) {
      const accountId = await requireAccount(db, request);
      await retried(() =>
        db.transaction().execute((where) => keepCollected(where as Db, masterKey, { ...input, accountId })),
      );
      return null;
    },

    rules: ({ input }) => readRules(db, input.activityId),
    winners: ({ input }) => readWinners(db, input.activityId),
    proof: ({ input }) => readProof(db, input.drawNo),
    epoch: ({ input }) => readEpoch(db, input),
    pack: ({ input }) => readPack(db, input),
  });
};

/** The code was drawn with by this very shopper: what he won then is shown instead of a game. */
const drawnBefore: RefusalText = [drawRefusals.used[0], '您已用该码参与过抽奖'];
