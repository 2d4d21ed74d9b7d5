import { toTime } from '@zhuiyuan/contract/kit/clock';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi, type DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { randomUUID } from 'node:crypto';
import { requireAccount, requireTokenHash } from '../../account/account-session.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve, type Call } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { countRefused } from '../../risk/bans.ts';
import { freeLeft } from '../counters.ts';
import { readEpoch, readProof } from '../fair/public-fair.ts';
import { readPack } from '../fair/read-pack.ts';
import { judgeVisit } from '../ticket/judge-visit.ts';
import { takeSeq } from '../ticket/take-seq.ts';
import { readTicket, signTicket } from '../ticket/ticket.ts';
import { toAsked, toTicket } from '../ticket/to-ticket.ts';
import { writePart } from '../ticket/write-part.ts';
import { asWanted, findPlay, toAsking } from '../visit/visitor.ts';
import { judgeCode, judgeShopper, leftOf } from '../visit/judge-shopper.ts';
import { readStanding } from '../visit/read-standing.ts';
import { answerDraw } from './answer-draw.ts';
import { keepCollected } from './collect-claim.ts';
import { drawOnce } from './draw-once.ts';
import { lookBefore } from './look-before.ts';
import { listMyPrizes, readMyPrize } from './my-prizes.ts';
import { openOdds } from './open-odds.ts';
import { openVisits, showPlay, signInShopper, type Visits } from './public-visit.ts';
import { readRules, readWinners } from './read-rules.ts';

/** A shopper's way from a scanned code to a prize. */
export const mountPublicDraw = (app: App): void => {
  const { shopperDb: db } = app;
  const { masterKey } = app.config;
  const oddsOf = openOdds(db, masterKey);
  const visits = openVisits(app);

  serve(app, publicDrawApi, {
    login: (call) => signInShopper(visits, call),
    scan: (call) => showPlay(visits, call),
    ticket: (call) => giveTicket(visits, call),
    draw: (call) => drawByTicket(oddsOf, call),

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

/** A ticket for who may draw, written down as asked for; so is why there is none. */
const giveTicket = async (
  { readVisitor, packetOf }: Visits,
  { input, request, app }: Call<typeof publicDrawApi.ticket>,
) => {
  const { shopperDb: db } = app;
  const accountId = await requireAccount(db, request);
  const visitor = await readVisitor(input, request);
  const ofCode = visitor.hasCode ? judgeCode(visitor.unit, visitor.verdict) : undefined;
  if (ofCode) throw refuse(ofCode);
  if (await packetOf(visitor, request)) throw refuse(drawRefusals.noActivity);
  const play = await findPlay(db, visitor, input.activityId);
  if (!play || play.id !== input.activityId) throw refuse(drawRefusals.noActivity);
  const scan = asWanted(visitor, play);
  const standing = await readStanding(db, play, accountId, scan);
  const { member } = standing;
  if (!member || member.needsConsent) throw refuse(drawRefusals.noConsent);
  const asked = toAsked(play, { ...scan, uid: member.id });
  // Who drew with this code already gets a ticket for the answer he had.
  const refusal =
    standing.ownDraw === undefined
      ? await judgeShopper(db, play, standing, toAsking(scan), standing.isUsed)
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
    app.config.masterKey,
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
};

/** The draw that a ticket opens, or the one that it opened before. */
const drawByTicket = async (
  oddsOf: ReturnType<typeof openOdds>,
  { input, request, app }: Call<typeof publicDrawApi.draw>,
): Promise<DrawAnswer> => {
  const { shopperDb: db } = app;
  const tokenHash = requireTokenHash(request);
  const ticket = readTicket(app.config.masterKey, input.ticket);
  if (!ticket) throw refuse(drawRefusals.badTicket);
  const before = await lookBefore(db, ticket, tokenHash);
  if (before && 'refusal' in before) throw refuse(before.refusal);
  if (before) return answerDraw(db, before.drawId, true);
  const drawn = await retried(async () =>
    drawOnce(db, { ticket, clientSeed: input.clientSeed, ...(await oddsOf(ticket.epochId)) }),
  );
  if ('refusal' in drawn) throw refuse(drawn.refusal);
  const answer = await answerDraw(db, drawn.drawId, drawn.isRepeat);
  app.metrics.draws.inc({ won: answer.prize.type === PrizeType.none ? 'no' : 'yes' });
  return answer;
};
