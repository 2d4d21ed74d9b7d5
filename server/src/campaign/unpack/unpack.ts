import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { unpackApi } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { unpackRefusals } from '@zhuiyuan/contract/campaign/unpack/unpack-refusals';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { readAddress } from '@zhuiyuan/contract/codes/cipher/code-input';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import { lookAs, requireRunning, type Role } from '../../account/require-role.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import { findWhose } from '../../diversion/find-whose.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { retried, serve } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { ensureMember } from '../../member/ensure-member.ts';
import { unpaidHits } from '../../risk/bans.ts';
import { answerDraw } from '../draw/answer-draw.ts';
import { drawOnce } from '../draw/draw-once.ts';
import { openOdds } from '../draw/open-odds.ts';
import { readStanding } from '../visit/read-standing.ts';
import { readVisit } from '../visit/read-visit.ts';
import { toTicket } from '../ticket/to-ticket.ts';
import { findActivity } from '../visit/find-activity.ts';
import { judgeCode, judgeShopper } from '../visit/judge-shopper.ts';
import { readPlay } from '../visit/read-play.ts';

/** Boxes that shops open: a draw for each that was signed for, paid by its code. */
export const mountUnpack = (app: App): void => {
  const keyring = openKeyring(app);
  const { masterKey } = app.config;
  const oddsOf = openOdds(app.shopperDb, masterKey);

  /** The box of a code, which this shop has signed for. */
  const findBox = async (db: Db, typed: string, { id, firmId }: Role) => {
    const place = (await keyring.find(db, readAddress(typed).text))?.place;
    const unit = place && (await readUnit(db, place.seg, place.serial));
    if (!unit || unit.firmId !== firmId) throw refuse(drawRefusals.noCode);
    if (unit.level === Level.item) throw refuse(unpackRefusals.noBox);
    const ofCode = judgeCode(unit);
    if (ofCode) throw refuse(ofCode);
    const [whose] = await findWhose(db, [unit]);
    const holder = whose!.holder;
    if (holder?.shopId !== id || !holder.isSigned) throw refuse(unpackRefusals.notHere);
    return { unit, held: { agentId: holder.agent?.id ?? null, shopId: id } };
  };

  const unpack = async (db: Db, role: Role, input: InputOf<typeof unpackApi.unpack>, request: FastifyRequest) => {
    requireRunning(role);
    const { unit, held } = await findBox(db, input.code, role);
    const activityId = await findActivity(db, unit, held, Audience.shop);
    const play = activityId === undefined ? undefined : await readPlay(db, activityId);
    if (!play) throw refuse(drawRefusals.noActivity);
    const member = await ensureMember(db, role.firmId, role.accountId);
    const visit = await readVisit(db, request, { lng: input.lng ?? undefined, lat: input.lat ?? undefined });
    const standing = await readStanding(db, play, role.accountId, { ...visit, unit });
    if (standing.isUsed) throw refuse(unpackRefusals.opened);
    const answer = async (drawId: number, isRepeat: boolean) => ({
      ...(await answerDraw(db, drawId, isRepeat)),
      actName: play.actName,
      productName: unit.storeName ?? '',
      codeText: (await keyring.readTexts(db, [unit]))[0] ?? '',
    });
    if (standing.ownDraw !== undefined) return answer(standing.ownDraw, true);
    const refusal = await judgeShopper(db, play, standing, { ...visit, code: unit }, false);
    if (refusal) throw refuse(refusal);
    const { epochId } = play;
    if (epochId === null) throw refuse(drawRefusals.ended);
    const ticket = {
      ...toTicket(
        { ...play, epochId },
        {
          ...visit,
          uid: member.id,
          pays: { unit, letter: 'B' },
          held,
          // Its rules are the signature of the receiver: a shop opens one box after the other, from one place.
          verdict: { hold: standing.listed.isUnpaid, risk: unpaidHits(standing.listed) },
          // A shop that opens its own boxes is whom these prizes are for.
          isInsider: false,
        },
      ),
      isOver: false,
    };
    const odds = await oddsOf(epochId);
    const drawn = await retried(() => drawOnce(app.shopperDb, { ticket, clientSeed: input.clientSeed, ...odds }));
    if ('refusal' in drawn)
      throw refuse(drawn.refusal[0] === drawRefusals.used[0] ? unpackRefusals.opened : drawn.refusal);
    const told = await answer(drawn.drawId, drawn.isRepeat);
    app.metrics.draws.inc({ won: told.prize.type === PrizeType.none ? 'no' : 'yes' });
    return told;
  };

  serve(app, unpackApi, {
    unpack: ({ input, request }) =>
      lookAs(app, request, [RoleKind.shop], (db, role) => unpack(db, role, input, request)),
  });
};
