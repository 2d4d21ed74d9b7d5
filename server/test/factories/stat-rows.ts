import { ActScene, PlayMode, Audience, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { GeoSource, OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { BillState, Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import { makeCodeWorld } from './codes.ts';
import { makeActivity, makeMembers } from './lottery.ts';
import { makeAgent, makeChannel, makeSalesman, makeShop } from './parties.ts';

/** Numbers that look thrown but are the same in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

/** Places as the log names them, with their codes; of a province alone, and of nowhere. */
const places = [
  { province: '浙江省', city: '杭州市', codes: ['330000', '330100'] },
  { province: '浙江省', city: '宁波市', codes: ['330000', '330200'] },
  { province: '四川省', city: '成都市', codes: ['510000', '510100'] },
  { province: '北京市', city: '北京市', codes: ['110000', '110000'] },
  { province: '浙江省', city: '', codes: ['330000', '330000'] },
  { province: '', city: '', codes: [null, null] },
] as const;

/** A minute ago at the latest, so that all of it is in the figures. */
const least = 60_000;
const dayMs = 86_400_000;

/**
 * A firm of which everything happened that statistics tell of, in the last seventy days, at the borders of days too: scans known and not, tickets
 * and refusals, draws of people and of shops, prizes handed out, taken back, closed, posted, money that arrived and that came back, points,
 * goods moved, codes activated and undone, codes that crossed. Rows as they stand in their tables; `times` says how many.
 */
export const makeStatRows = async (app: TestApp, times = 1) => {
  const { db } = app;
  const world = await makeCodeWorld(app);
  const { firmId, productId, lotId } = world;
  const roll = dice(firmId * 7919 + 1);
  const pick = <T>(rows: readonly T[]): T => rows[roll(rows.length)]!;
  const maybe = <T>(value: T, sides = 4): T | null => (roll(sides) === 0 ? null : value);
  const many = (count: number) => Array.from({ length: Math.round(count * times) }, (_, at) => at);
  const { segments } = await world.issue({ itemCount: 400, boxCount: 40, caseCount: 8, assocMode: 0 });
  const [salesman, secondSalesman] = [await makeSalesman(app, firmId), await makeSalesman(app, firmId)];
  const channels = [await makeChannel(app, firmId), await makeChannel(app, firmId)];
  const agents = [await makeAgent(app, firmId), await makeAgent(app, firmId), await makeAgent(app, firmId)];
  await db.updateTable('agent').set({ salesmanId: salesman }).where('id', 'in', agents.slice(0, 2)).execute();
  const shops = [await makeShop(app, firmId, agents[0]!), await makeShop(app, firmId, agents[1]!)];
  const people = await makeMembers(app, firmId, 9);
  const tiers = [
    { stock: 500, weight: 200_000 },
    { stock: 400, weight: 200_000, post: 'only' as const },
    { stock: 300, weight: 300_000, cash: 188 },
    { stock: 200, weight: 200_000, points: 10 },
  ];
  const activities = [
    await makeActivity(app, { firmId }, tiers),
    await makeActivity(
      app,
      { firmId },
      tiers.map((tier) => ({ ...tier, weight: tier.weight / 2 })),
    ),
  ];
  const game = activities[1]!.id;
  await db
    .updateTable('activity')
    .set({ actScene: ActScene.interact, playMode: PlayMode.wheel })
    .where('id', '=', game)
    .execute();
  const products = [productId, activities[0]!.productId, activities[1]!.productId];
  for (const { id } of activities) {
    await db
      .updateTable('tier')
      .set({ costPrice: 1530 })
      .where('activityId', '=', id)
      .where('tierNo', '<=', 2)
      .execute();
  }
  const tierRows = await db
    .selectFrom('tier')
    .where('firmId', '=', firmId)
    .select(['id', 'activityId', 'prizeId', 'prizeType', 'tierNo', 'claimMode'])
    .orderBy('id')
    .execute();

  const now = Date.now() - least;
  const midnight = Date.parse(`${shanghaiToday()}T00:00:00+08:00`);
  /** A moment some days ago; now and then the first or the last of its day. */
  const moment = (ago = pick([0, 0, 0, 1, 1, 2, 3, 5, 8, 13, 21, 29, 30, 31, 34, 45, 58, 59, 60, 69])): number => {
    const within = pick([0, dayMs - 1, roll(dayMs), roll(dayMs), roll(dayMs), roll(dayMs)]);
    return Math.min(midnight - ago * dayMs + within, now - roll(1000) * 1000);
  };
  const later = (since: number): number => Math.min(since + pick([1000, 3_600_000, dayMs, 9 * dayMs]), now);
  const text = (ms: number): string => new Date(ms).toISOString();
  const insert = async (table: 'scanLog' | 'partLog' | 'draw' | 'claim', rows: object[]) => {
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto(table)
        .values(rows.slice(at, at + 100) as never)
        .execute();
  };

  await insert(
    'scanLog',
    many(420).map((nth) => {
      const { province, city } = pick(places);
      const verdict = pick([
        'FIRST',
        'FIRST',
        'REPEAT',
        'REPEAT',
        'VOID',
        'INACTIVE',
        'PIN_WRONG',
        'FROZEN',
        'INVALID',
        'LIMITED',
      ]);
      return {
        firmId,
        codeText: `K${nth}`,
        seg: pick(segments).seg,
        serial: nth,
        verdict,
        isCounted: verdict === 'FIRST' || verdict === 'REPEAT',
        province,
        city,
        productId: maybe(pick(products)),
        lotId: maybe(lotId),
        activityId: maybe(pick(activities).id, 2),
        agentId: maybe(pick(agents), 3),
        shopId: maybe(pick(shops), 2),
        salesmanId: maybe(pick([salesman, secondSalesman]), 3),
        channelId: maybe(pick(channels), 3),
        shipDays: maybe(pick([0, 7, 8, 30, 31, 90, 91, 400])),
        geoSource: pick([GeoSource.gps, GeoSource.ip, GeoSource.none]),
        entry: roll(2),
        uid: maybe(pick(people)),
        at: text(moment()),
      };
    }),
  );
  await insert(
    'partLog',
    many(150).map(() => {
      const { codes } = pick(places);
      const reasonCode = pick([null, null, null, drawRefusals.risk[0], drawRefusals.banned[0], 62104]);
      return {
        firmId,
        activityId: pick(activities).id,
        uid: pick(people),
        ticketId: reasonCode === null ? randomUUID() : null,
        reasonCode,
        productId: maybe(pick(products)),
        shopId: maybe(pick(shops)),
        agentId: maybe(pick(agents)),
        province: codes[0],
        city: codes[1],
        ip: '127.0.0.1',
        at: text(moment()),
      };
    }),
  );

  // Nobody comes to a game by a link twice.
  for (const [nth, toUid] of people.slice(1).entries())
    await db
      .insertInto('share')
      .values({
        firmId,
        activityId: game,
        fromUid: people[nth]!,
        toUid,
        depth: pick([1, 1, 2, 3]),
        isNew: roll(2) === 0,
        isRewarded: false,
        day: shanghaiToday(),
        device: String(nth).padStart(32, '0'),
        at: text(moment()),
      })
      .execute();

  const first = Number(
    (
      await db
        .selectFrom('draw')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirst()
    )?.id ?? 0,
  );
  const draws = many(180).map((nth) => {
    const tier = pick(tierRows);
    const activity = activities.find(({ id }) => id === tier.activityId)!;
    const isOpening = roll(5) === 0;
    const { codes } = pick(places);
    return {
      tier,
      ms: moment(),
      row: {
        id: first + 1_000_000 + nth,
        firmId,
        activityId: tier.activityId,
        ticketId: randomUUID(),
        epochId: activity.epoch.id,
        uid: pick(people),
        audience: isOpening ? Audience.shop : Audience.consumer,
        codeLevel: isOpening ? pick([1, 2]) : 0,
        productId: maybe(pick(products), 6),
        lotId: maybe(lotId),
        agentId: maybe(pick(agents)),
        shopId: isOpening ? pick(shops) : maybe(pick(shops), 2),
        channelId: maybe(pick(channels)),
        key: `T${firmId}-${nth}`,
        clientSeed: '',
        rand: roll(1_000_000),
        rawTierId: tier.id,
        tierId: tier.id,
        fallback: 'NONE',
        prizeType: tier.prizeType,
        amount: tier.prizeType === PrizeType.cash ? 188 + roll(500) : 0,
        points: tier.prizeType === PrizeType.points ? 10 : 0,
        pointsCost: tier.activityId === game ? pick([0, 0, 5, 20]) : 0,
        hold: roll(9) === 0,
        province: codes[0],
        city: codes[1],
        ip: '127.0.0.1',
        device: 'd'.repeat(32),
      },
    };
  });
  await insert(
    'draw',
    draws.map(({ row, ms }) => ({ ...row, day: text(ms + 8 * 3_600_000).slice(0, 10), drawnAt: text(ms) })),
  );
  for (const { row, tier, ms } of draws) {
    if (tier.prizeType === PrizeType.none) continue;
    const of = {
      firmId,
      activityId: row.activityId,
      tierId: tier.id,
      prizeId: tier.prizeId!,
      uid: row.uid,
      drawId: row.id,
    };
    const isCounter = tier.claimMode === ClaimMode.shop;
    const end = later(ms);
    const status =
      isCounter && roll(3) > 0
        ? ClaimStatus.claimed
        : pick([ClaimStatus.open, ClaimStatus.claimed, ClaimStatus.closed]);
    const isTakenBack = isCounter && status === ClaimStatus.open && roll(2) === 0;
    await insert('claim', [
      {
        ...of,
        claimNo: `ZJ${row.id}`,
        prizeType: tier.prizeType,
        claimMode: tier.claimMode,
        status,
        amount: row.amount,
        points: row.points,
        expireAt: text(ms + 90 * dayMs),
        claimedAt: status === ClaimStatus.claimed ? text(end) : null,
        closedAt: status === ClaimStatus.closed ? text(end) : null,
        closeReason: status === ClaimStatus.closed ? 'EXPIRED' : '',
        createdAt: text(ms),
      },
    ]);
    if (isCounter && (status === ClaimStatus.claimed || isTakenBack))
      await db
        .insertInto('prizeVer')
        .values({
          ...of,
          verNo: `HX${row.id}`,
          shopId: pick(shops),
          agentId: maybe(pick(agents)),
          salesmanId: maybe(pick([salesman, secondSalesman])),
          deductAmount: 2600 + roll(100),
          geoSource: GeoSource.none,
          status: isTakenBack ? VerStatus.reversed : VerStatus.done,
          verAt: text(end),
          reversedAt: isTakenBack ? text(later(end)) : null,
        })
        .execute();
    if (tier.claimMode === ClaimMode.post && status !== ClaimStatus.closed) {
      const [asked, audited] = [later(ms), later(end)];
      const state = pick([0, 1, 2, 2, 3, 4, 4]);
      const isSent = state === RedemptionStatus.finished || (state === RedemptionStatus.passed && roll(2) === 0);
      await db
        .insertInto('redemption')
        .values({
          ...of,
          redeemNo: `DH${row.id}`,
          receiver: '周明远',
          phone: '13800000000',
          regionCode: '330106',
          address: '龙井路 18 号',
          status: state,
          createdAt: text(asked),
          auditAt: state >= 2 ? text(audited) : null,
          shipNo: isSent ? 'SF1' : '',
          shippedAt: isSent ? text(later(audited)) : null,
          finishedAt: state === RedemptionStatus.finished ? text(now) : null,
          closedAt: state === RedemptionStatus.closed ? text(now) : null,
        })
        .execute();
    }
    if (tier.prizeType === PrizeType.cash) {
      const delivery = pick([Delivery.RECEIVED, Delivery.RECEIVED, Delivery.FAILED, Delivery.REFUND, Delivery.SENDING]);
      const isHere = delivery === Delivery.RECEIVED;
      const red = await db
        .insertInto('redInfo')
        .values({
          firmId,
          source: row.audience === Audience.shop ? PaySource.unpack : PaySource.draw,
          sourceId: row.id,
          activityId: row.activityId,
          uid: row.uid,
          mchConfId: 1,
          appId: 'wx',
          openid: 'o',
          amount: row.amount,
          status: delivery,
          receivedAt: isHere ? text(end) : null,
          createdAt: text(ms),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [state, errCode] =
        delivery === Delivery.REFUND
          ? pick([[BillState.cancelled, ''] as const, [BillState.fail, 'OVERDUE_CLOSE'] as const])
          : delivery === Delivery.FAILED
            ? [BillState.fail, 'NAME_MISMATCH']
            : [isHere ? BillState.success : BillState.paying, ''];
      const attempts = [
        { state, errCode, ms: end },
        ...(isHere && roll(3) === 0 ? [{ state: BillState.fail, errCode: 'MCH_CANCEL', ms: end - 500 }] : []),
      ];
      for (const [at, attempt] of attempts.entries())
        await db
          .insertInto('payout')
          .values({
            firmId,
            redInfoId: red.id,
            attemptNo: attempts.length - at,
            mchConfId: 1,
            outBillNo: `B${red.id}N${at}`,
            openid: 'o',
            amount: row.amount,
            body: '{}',
            state: attempt.state,
            errCode: attempt.errCode,
            // A merchant that is gone never took it.
            postedAt: attempt.state === BillState.fail && roll(4) === 0 ? null : text(ms),
            finishedAt: attempt.state === BillState.paying ? null : text(attempt.ms),
          })
          .execute();
    }
  }

  for (const nth of many(90)) {
    const source = pick(['scan', 'draw', 'system', 'sign', 'share', 'redeem', 'expire', 'draw']);
    const isOut = ['redeem', 'expire'].includes(source) || roll(4) === 0;
    const delta = (isOut ? -1 : 1) * (1 + roll(30));
    const row = {
      firmId,
      uid: pick(people),
      delta,
      balance: 500,
      source,
      sourceId: `${firmId}-${nth}`,
      createdAt: text(moment()),
    };
    await db.insertInto('pointLog').values(row).execute();
  }
  for (const uid of people.slice(0, 5))
    await db
      .updateTable('member')
      .set({ points: 7 + roll(90) })
      .where('id', '=', uid)
      .execute();
  for (const [nth, uid] of people.entries())
    await db
      .updateTable('member')
      .set({ createdAt: text(moment(nth * 8)) })
      .where('id', '=', uid)
      .execute();
  await db
    .updateTable('shop')
    .set({ createdAt: text(moment(40)) })
    .where('id', '=', shops[0]!)
    .execute();

  const op = (opType: number, ms: number, okCnt: number, params: object, status: number = OpStatus.done) =>
    db
      .insertInto('codeOp')
      .values({
        firmId,
        opNo: randomUUID().slice(0, 20),
        opType,
        idemKey: randomUUID(),
        reqHash: '0'.repeat(64),
        params: JSON.stringify(params),
        okCnt,
        total: okCnt,
        status,
        finishedAt: status === OpStatus.done ? text(ms) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  for (const ago of [60, 31, 3, 1, 0]) {
    const ms = moment(ago);
    const made = await op(OpType.activate, ms, 100 + roll(50), { productId: pick(products), lotId: maybe(lotId) });
    if (ago === 3) await op(OpType.undoActivation, Math.min(ms + 3_600_000, now), 12, { undo: made.id });
  }
  await op(OpType.activate, now, 999, { productId, lotId }, OpStatus.running);

  for (const nth of many(40)) {
    const { codes } = pick(places.slice(0, 4));
    const ms = moment();
    await db
      .insertInto('crossHit')
      .values({
        firmId,
        seg: segments[0]!.seg,
        // Some codes in two cities.
        serial: Math.floor(nth / 2),
        scanId: nth,
        at: text(ms),
        judgedAt: text(later(ms)),
        agentId: pick(agents),
        shopId: maybe(pick(shops)),
        productId: maybe(pick(products)),
        uid: maybe(pick(people)),
        regions: ['330100'],
        province: codes[0]!,
        city: codes[1]!,
        geoSource: pick([GeoSource.gps, GeoSource.gps, GeoSource.ip]),
        confirmed: pick([HitVerdict.suspected, HitVerdict.confirmed, HitVerdict.dismissed]),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const nth of many(60)) {
    const holderKind = pick([0, 1, 1, 2, 2]);
    await db
      .insertInto('moveDay')
      .values({
        firmId,
        day: addDays(shanghaiToday(), -pick([0, 1, 2, 5, 13, 29, 31, 45, 60])),
        productId: pick([0, ...products]),
        // A shop is sent goods by its dealer more often than by the firm, and by another shop now and then.
        fromKind: holderKind === 2 ? pick([0, 1, 1, 2]) : pick([0, 0, 1]),
        holderKind,
        holderId: holderKind === 0 ? 0 : pick(holderKind === 1 ? agents : shops),
        shipQty: 1 + roll(90),
        signQty: roll(90) + (nth % 2),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return {
    ...world,
    activities,
    game,
    products,
    agents,
    shops,
    channels,
    people,
    salesmen: [salesman, secondSalesman],
  };
};
