import { z } from 'zod';
import { defineApi, done, read, send } from '../../kit/endpoint.ts';
import { count, decimal, flag, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { ActivityStatus, ClaimStatus, CollectField, PlayMode, PlayTheme } from '../campaign-states.ts';
import { PrizeType } from '../prize-terms.ts';
import { FairPack, Proof, PublicEpoch } from '../fair/fair.ts';
import { challengeToken } from './challenge.ts';
import { Collected } from './collect.ts';
import { OfferedPacket } from './offered-packet.ts';
import { Rules } from './rules.ts';
import { GameTerms, Turns } from './turns.ts';

const badValue = '参数不正确';
const token = z.string({ error: badValue }).trim().min(1, badValue).max(2048, badValue);

/** Of WeChat, good once; one that is no more is as none. */
export const authCode = z.string({ error: badValue }).trim().max(128, badValue).default('');

/** 领取方式 of the seed's design. */
const claimMode = z.number();

/** A place on a wheel or grid with what lies there. */
export const Slot = z.object({
  slotNo: z.number().nullable(),
  /** What is won there in words: `8.88`, `保温杯`, `谢谢参与`. */
  name: z.string(),
  prizeType: PrizeType.schema,
  image: z.string(),
  /** Fen, both 0 where it is no cash; alike where it is fixed. */
  amountMin: z.number(),
  amountMax: z.number(),
  points: z.number(),
});
export type Slot = z.output<typeof Slot>;

/** What a shopper may still draw; null where nothing limits it. */
const left = z.object({ day: z.number().nullable(), total: z.number().nullable() });

/** An activity as its page shows it. */
export const PlayedActivity = z.object({
  id: z.number(),
  name: z.string(),
  firmName: z.string(),
  playMode: PlayMode.schema,
  status: ActivityStatus.schema,
  theme: PlayTheme.schema,
  bgImage: z.string(),
  shareTitle: z.string(),
  shareDesc: z.string(),
  shareImage: z.string(),
  slots: z.array(Slot),
  startAt: time,
  endAt: time,
  /** Points that a draw costs, 0 where a code pays for it. */
  pointsCost: z.number(),
  /** What a game gives for nothing each day; null of anything else. */
  game: GameTerms.nullable(),
  geoRequired: z.boolean(),
  /** Whom to call, and when; '' where the firm names nobody. */
  servicePhone: z.string(),
  serviceHours: z.string(),
  /** Pictures: of the code by which the firm is written to, and of that of its official account; '' where there is none. */
  serviceQr: z.string(),
  followQr: z.string(),
  collectFields: z.array(z.object({ key: CollectField.schema, required: z.boolean() })),
  collectReason: z.string(),
  /** The rule that matters most, in a line: `每人每日限3次`. */
  keyRule: z.string(),
  epochNo: z.number(),
  /** SHA-256 of the seed that decides the draws of this period, told before the first of them. */
  seedHash: z.string(),
  weightHash: z.string(),
});
export type PlayedActivity = z.output<typeof PlayedActivity>;

/** Whether this shopper may draw now; else the first reason, in its number and words. */
const eligibility = z.object({ ok: z.boolean(), code: z.number(), message: z.string() });

export const WonPrize = z.object({
  type: PrizeType.schema,
  name: z.string(),
  image: z.string(),
  /** Fen. */
  amount: z.number(),
  points: z.number(),
});

/** A claim as the shopper sees it. */
export const ClaimShown = z.object({
  claimNo: z.string(),
  status: ClaimStatus.schema,
  claimMode,
  expireAt: time,
});

/** How a draw ended. The same for every request with the same ticket. */
export const DrawAnswer = z.object({
  drawNo: z.string(),
  /** It was drawn by a request before. */
  repeat: z.boolean(),
  slotNo: z.number().nullable(),
  tierName: z.string(),
  prize: WonPrize,
  claim: ClaimShown.nullable(),
  /** The prize waits for a person to look at it. */
  hold: z.boolean(),
  fair: z.object({ epochNo: z.number(), seedHash: z.string(), clientSeed: z.string() }),
});
export type DrawAnswer = z.output<typeof DrawAnswer>;

/** What the page knows before it offers a draw. `earlier`: this shopper drew with this code already. */
export const PlayAnswer = z.object({
  scanId: z.number().nullable(),
  activity: PlayedActivity.nullable(),
  eligibility,
  left,
  earlier: DrawAnswer.nullable(),
  needConsent: z.boolean(),
  /** His number is wanted before he draws, and not known yet: see `phone`. */
  needPhone: z.boolean(),
  /** Points that this scan brought him as the first of its code. */
  firstPoints: z.number(),
  /** What this shopper has in points, where a draw costs some; null where he is not known. */
  points: z.number().nullable(),
  /** Of them what goes next where he spends nothing, and the last day on which it is good. */
  pointsDue: z.object({ points: z.number(), day: z.string() }).nullable(),
  /** Of a game; null of anything else. */
  turns: Turns.nullable(),
  /** A code that carries a red packet opens no activity. */
  packet: OfferedPacket.nullable(),
});
export type PlayAnswer = z.output<typeof PlayAnswer>;

export const Ticket = z.object({
  /** Signed; opens one draw, for ten minutes. */
  ticket: z.string(),
  expireAt: time,
  epochNo: z.number(),
  seedHash: z.string(),
  weightHash: z.string(),
  left,
});

/** A prize in 我的奖品. */
export const MyPrize = ClaimShown.extend({
  activityName: z.string(),
  tierName: z.string(),
  prize: WonPrize,
  drawNo: z.string(),
  drawnAt: time,
  claimedAt: time.nullable(),
  closeText: z.string(),
  hold: z.boolean(),
  /** It is being sent by post. */
  isPosted: z.boolean(),
});
export type MyPrize = z.output<typeof MyPrize>;

/** A shop near by where a prize can be fetched. */
export const NearShop = z.object({
  shopId: z.number(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  /** Metres; null where one of the two places is not known. */
  distance: z.number().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});

/** One prize with its redemption code and the shops that take it. */
export const MyPrizeDetail = MyPrize.extend({
  firmName: z.string(),
  contact: z.string(),
  /** Empty where none is shown: claimed, closed, on hold, waiting for what is asked of its winner, or not fetched at a shop. */
  verCode: z.string(),
  /** It may be sent by post instead. */
  alsoPost: z.boolean(),
  shops: z.array(NearShop),
  collectFields: z.array(z.object({ key: CollectField.schema, required: z.boolean() })),
  /** What the firm asks identity numbers for. */
  collectReason: z.string(),
  /** Its winner has to tell who he is first: see `collect`. */
  needCollect: z.boolean(),
});
export type MyPrizeDetail = z.output<typeof MyPrizeDetail>;

const shopper = { forShoppers: true, log: false } as const;
export const claimNo = z.string({ error: badValue }).trim().min(1, badValue).max(24, badValue);
const activityId = id();
/** How a shopper comes: with the token of a scan, or without one to an activity whose draws points pay. */
export const coming = {
  token: token.or(z.literal('')).default(''),
  deviceId: z.string({ error: badValue }).max(64, badValue).optional(),
};
const place = {
  lng: decimal(-180, 180, badValue).optional(),
  lat: decimal(-90, 90, badValue).optional(),
};

/** The shopper's calls around a draw. Who he is says the header X-Consumer-Token; without one, `login` makes an account. */
export const publicDrawApi = defineApi({
  /**
   * Signs a shopper in: the phone is known by the account it was given before, else gets one. `authCode` is what WeChat sent the page
   * back with: the account of that person wins. Keeps his consent where `agrees` is set.
   */
  login: send(
    '消费者登录',
    '/public/lottery/login',
    'open',
    z.object({
      ...coming,
      activityId: activityId.optional(),
      authCode,
      agrees: flag.default(false),
      /** Of the link he came by, see {@link Turns}; one that is no more is as none, as is one of who has agreed to nothing yet. */
      from: z.string({ error: badValue }).max(512, badValue).default(''),
    }),
    z.object({ token: z.string(), uid: z.number(), isNew: z.boolean(), needConsent: z.boolean() }),
    { ...shopper, perMinute: 60 },
  ),
  /** What activity a scanned code opens, or one that points pay, and whether this shopper may draw. It writes only whose query it was and what answered. */
  scan: send(
    '消费者活动',
    '/public/lottery/scan',
    'open',
    z.object({ ...coming, activityId: activityId.optional(), ...place }),
    PlayAnswer,
    shopper,
  ),
  /** A ticket for one draw, by the code of a scan or for points. */
  ticket: send(
    '抽奖凭证',
    '/public/lottery/ticket',
    'open',
    z.object({ ...coming, activityId, ...place, challengeToken }),
    Ticket,
    shopper,
  ),
  /** Draws. The same ticket brings the same answer, any number of times. */
  draw: send(
    '抽奖',
    '/public/lottery/draw',
    'open',
    z.object({
      ticket: token,
      clientSeed: z
        .string({ error: badValue })
        .regex(/^[0-9a-f]{0,32}$/, badValue)
        .default(''),
    }),
    DrawAnswer,
    shopper,
  ),
  myPrizes: read(
    '我的奖品',
    '/public/lottery/my/prizes',
    'open',
    z.object({ ...paging, status: ClaimStatus.schema.optional() }),
    pageOf(MyPrize),
    { forShoppers: true },
  ),
  myPrize: read('我的奖品详情', '/public/lottery/my/prize', 'open', z.object({ claimNo, ...place }), MyPrizeDetail, {
    forShoppers: true,
  }),
  /** What a winner tells of himself before he gets his prize. */
  collect: send(
    '填写领取信息',
    '/public/lottery/claim/collect',
    'open',
    z.object({ claimNo, collect: Collected }),
    done,
    {
      ...shopper,
      perMinute: 60,
    },
  ),
  rules: read('活动规则', '/public/lottery/rule', 'open', z.object({ activityId }), Rules, { forShoppers: true }),
  winners: read(
    '最近中奖',
    '/public/lottery/winners',
    'open',
    z.object({ activityId }),
    z.array(z.object({ who: z.string(), prizeName: z.string(), amount: z.number(), drawnAt: time })),
    { forShoppers: true },
  ),
  proof: read(
    '抽奖公平验证',
    '/public/lottery/fair',
    'open',
    z.object({ drawNo: z.string({ error: badValue }).trim().min(1, badValue).max(24, badValue) }),
    Proof,
    { forShoppers: true, perMinute: 60 },
  ),
  epoch: read(
    '抽奖种子期',
    '/public/lottery/fair/epoch',
    'open',
    z.object({ activityId, epochNo: count(1) }),
    PublicEpoch,
    { forShoppers: true },
  ),
  pack: read(
    '抽奖存证数据',
    '/public/lottery/fair/pack',
    'open',
    z.object({ activityId, epochNo: count(1) }),
    FairPack,
    {
      forShoppers: true,
      perMinute: 20,
    },
  ),
});
