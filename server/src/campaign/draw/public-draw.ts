import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { findAccount, openAccount, requireAccount } from '../../account/account-session.ts';
import { signInByOpenId } from '../../account/open-id.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { agreeToTerms, ensureMember, findMember } from '../../member/ensure-member.ts';
import { openSeed } from '../fair/epochs.ts';
import type { Weight } from '../fair/numbers.ts';
import { readEpoch, readPack, readProof } from '../fair/public-fair.ts';
import { answerDraw } from './answer-draw.ts';
import { keepCollected } from './collect-claim.ts';
import { drawOnce } from './draw-once.ts';
import { findActivity } from './find-activity.ts';
import { judgeCode, judgeShopper, leftOf, readCounters } from './judge-shopper.ts';
import { lookBefore } from './look-before.ts';
import { listMyPrizes, readMyPrize } from './my-prizes.ts';
import { readPlay, toPlayed, type Play } from './read-play.ts';
import { readRules, readWinners } from './read-rules.ts';
import { readScanned, type Scanned } from './read-scanned.ts';
import { readTicket, signTicket } from './ticket.ts';
import { readIdentity } from './wechat-identity.ts';

/** A shopper's way from a scanned code to a prize. */
export const mountPublicDraw = (app: App): void => {
  const keyring = openKeyring(app);
  const { shopperDb: db } = app;
  const { masterKey } = app.config;
  const scanned = (input: { token: string; lng?: number | undefined; lat?: number | undefined }) =>
    readScanned(db, keyring, masterKey, input.token, input);

  /** The odds and the seed that a ticket draws under: they never change. */
  const readOdds = async (epochId: number) => {
    const row = await db
      .selectFrom('seedEpoch')
      .innerJoin('weightVersion', (join) =>
        join
          .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
          .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
      )
      .where('seedEpoch.id', '=', epochId)
      .select([
        'seedEpoch.activityId',
        'seedEpoch.epochNo',
        'seedEpoch.seedSealed',
        sql<Weight[]>`weight_version.entries`.as('entries'),
      ])
      .executeTakeFirstOrThrow();
    return { seed: openSeed(masterKey, row), entries: row.entries };
  };
  const odds = new Map<number, ReturnType<typeof readOdds>>();
  const oddsOf = (epochId: number): ReturnType<typeof readOdds> => {
    let known = odds.get(epochId);
    if (!known) {
      if (odds.size >= mostKnown) odds.delete(odds.keys().next().value!);
      known = readOdds(epochId);
      known.catch(() => odds.delete(epochId));
      odds.set(epochId, known);
    }
    return known;
  };

  /** Who asks, at the firm of the code, and how he stands to the activity. */
  const readStanding = async (request: FastifyRequest, scan: Scanned, play: Play) => {
    const account = await findAccount(db, request);
    const member = account && (await findMember(db, play.firmId, account.accountId));
    const [used, known] = await Promise.all([
      db
        .selectFrom('codeUse')
        .where('seg', '=', scan.unit!.seg)
        .where('serial', '=', scan.unit!.serial)
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
    ]);
    const isOwn = used !== undefined && member !== undefined && used.uid === member.id;
    return {
      accountId: account?.accountId,
      member,
      counters: await readCounters(db, play.id, member?.id),
      isKnown: known !== undefined,
      isUsed: used !== undefined && !isOwn,
      ownDraw: isOwn ? used.drawId : undefined,
    };
  };

  const asking = (scan: Scanned) => ({
    located: scan.located,
    byAddress: scan.byAddress,
    code: scan.unit && { seg: scan.unit.seg, serial: scan.unit.serial, lotId: scan.unit.lotId },
  });

  serve(app, publicDrawApi, {
    async login({ input, request }) {
      const scan = await scanned(input);
      if (!scan.unit) throw refuse(drawRefusals.noCode);
      const { firmId } = scan.unit;
      const onPhone = await findAccount(db, request);
      const activityId = input.authCode === '' ? undefined : await findActivity(db, scan.unit, scan.held);
      const named =
        activityId === undefined
          ? undefined
          : await readIdentity({ db, masterKey, log: app.log }, { firmId, activityId }, input.authCode);
      const account = named
        ? await retried(() => db.transaction().execute((where) => signInByOpenId(where as Db, named, onPhone)))
        : (onPhone ?? (await openAccount(db)));
      const member = await ensureMember(db, firmId, account.accountId);
      if (input.agrees) await agreeToTerms(db, firmId, member.id);
      return {
        token: account.token,
        uid: member.id,
        isNew: member.isNew,
        needConsent: !input.agrees && member.agreedAt === null,
      };
    },

    async scan({ input, request }) {
      const scan = await scanned(input);
      const told = (refusal: RefusalText | undefined) =>
        refusal ? { ok: false, code: refusal[0], message: refusal[1] } : { ok: true, code: 200, message: '' };
      const nothing = {
        scanId: scan.scanId,
        activity: null,
        left: { day: null, total: null },
        earlier: null,
        needConsent: false,
      };
      const ofCode = judgeCode(scan.unit, scan.verdict);
      // A code that draws nothing as it is says so; what activity it might have opened is nobody's business.
      if (ofCode && ofCode[0] !== drawRefusals.needsPin[0]) return { ...nothing, eligibility: told(ofCode) };
      const activityId = await findActivity(db, scan.unit!, scan.held);
      const play = activityId === undefined ? undefined : await readPlay(db, activityId);
      if (!play) return { ...nothing, eligibility: told(drawRefusals.noActivity) };
      const standing = await readStanding(request, scan, play);
      const refusal = ofCode ?? (await judgeShopper(db, play, standing, asking(scan), standing.isUsed));
      return {
        scanId: scan.scanId,
        activity: toPlayed(play),
        eligibility: told(standing.ownDraw === undefined ? refusal : drawnBefore),
        left: leftOf(play, standing.counters),
        earlier: standing.ownDraw === undefined ? null : await answerDraw(db, standing.ownDraw, true),
        needConsent: standing.member?.agreedAt == null,
      };
    },

    async ticket({ input, request }) {
      const accountId = await requireAccount(db, request);
      const scan = await scanned(input);
      const ofCode = judgeCode(scan.unit, scan.verdict);
      if (ofCode) throw refuse(ofCode);
      const unit = scan.unit!;
      const activityId = await findActivity(db, unit, scan.held);
      const play = activityId === undefined ? undefined : await readPlay(db, activityId);
      if (!play || play.id !== input.activityId) throw refuse(drawRefusals.noActivity);
      const standing = await readStanding(request, scan, play);
      const { member } = standing;
      if (!member || member.agreedAt === null) throw refuse(drawRefusals.noConsent);
      // Who drew with this code already gets a ticket for the answer he had.
      const refusal =
        standing.ownDraw === undefined
          ? await judgeShopper(db, play, standing, asking(scan), standing.isUsed)
          : undefined;
      if (refusal) throw refuse(refusal);
      if (play.epochId === null) throw refuse(drawRefusals.ended);
      const insider = await db
        .selectFrom('roleBinding')
        .where('accountId', '=', accountId)
        .where('firmId', '=', play.firmId)
        .where('endedAt', 'is', null)
        .select('id')
        .limit(1)
        .executeTakeFirst();
      const city = scan.located ?? scan.byAddress ?? null;
      const { ticket, until } = signTicket(masterKey, {
        id: randomUUID(),
        firmId: play.firmId,
        activityId: play.id,
        epochId: play.epochId,
        epochNo: play.epochNo!,
        uid: member.id,
        audience: Audience.consumer,
        key: `C${toCodeId(unit.seg, unit.serial)}`,
        code: { seg: unit.seg, serial: unit.serial },
        pointsCost: play.pointsCost ?? 0,
        day: play.today,
        hold: false,
        risk: [],
        isInsider: insider !== undefined,
        facts: {
          codeLevel: unit.level,
          productId: unit.productId,
          lotId: unit.lotId,
          agentId: scan.held.agentId,
          shopId: scan.held.shopId,
          channelId: unit.channelId,
          scanId: scan.scanId,
        },
        place: {
          province: city && `${city.slice(0, 2)}0000`,
          city: city && !city.endsWith('0000') ? `${city.slice(0, 4)}00` : null,
          lng: scan.point?.lng ?? null,
          lat: scan.point?.lat ?? null,
          geoSource: scan.located ? GeoSource.gps : scan.byAddress ? GeoSource.ip : GeoSource.none,
        },
        ip: scan.ip,
        device: scan.device,
      });
      return {
        ticket,
        expireAt: new Date(until.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
        epochNo: play.epochNo!,
        seedHash: play.seedHash!,
        weightHash: play.weightHash!,
        left: leftOf(play, standing.counters),
      };
    },

    async draw({ input, request }) {
      const accountId = await requireAccount(db, request);
      const ticket = readTicket(masterKey, input.ticket);
      if (!ticket) throw refuse(drawRefusals.badTicket);
      const member = await findMember(db, ticket.firmId, accountId);
      if (member?.id !== ticket.uid) throw refuse(drawRefusals.badTicket);
      const before = await lookBefore(db, ticket);
      if (before && 'refusal' in before) throw refuse(before.refusal);
      if (before) return answerDraw(db, before.drawId, true);
      if (ticket.code) {
        // Voided, frozen or recalled since the scan.
        const unit = await readUnit(db, ticket.code.seg, ticket.code.serial);
        const ofCode = judgeCode(unit, '');
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

/** Periods whose odds a process keeps. */
const mostKnown = 1000;

/** The code was drawn with by this very shopper: what he won then is shown instead of a game. */
const drawnBefore: RefusalText = [drawRefusals.used[0], '您已用该码参与过抽奖'];
