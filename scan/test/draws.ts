import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import {
  DrawAnswer,
  PlayAnswer,
  PlayedActivity,
  type publicDrawApi,
} from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ActivityStatus, ClaimStatus, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';

const slot = (slotNo: number, name: string, changes: object = {}) => ({
  slotNo,
  name,
  prizeType: PrizeType.goods,
  image: '',
  amountMin: 0,
  amountMax: 0,
  points: 0,
  ...changes,
});
const cash = (slotNo: number, fen: number) =>
  slot(slotNo, String(fen / 100), { prizeType: PrizeType.cash, amountMin: fen, amountMax: fen });

export const seedHash = '9c417e0b'.padEnd(64, '0');

/** A grid of eight: cash, goods, points and nothing. */
export const playedActivity = (changes: Partial<PlayedActivity> = {}): PlayedActivity =>
  PlayedActivity.parse({
    id: 7,
    name: '冬茶暖心季',
    firmName: '青岚山茶业',
    playMode: PlayMode.grid,
    status: ActivityStatus.running,
    theme: 'red',
    bgImage: '',
    shareTitle: '',
    shareDesc: '',
    shareImage: '',
    slots: [
      cash(1, 8880),
      slot(2, '试饮装'),
      cash(3, 888),
      slot(4, '积分', { prizeType: PrizeType.points, points: 100 }),
      slot(5, '明前龙井礼盒'),
      cash(6, 188),
      slot(7, '谢谢参与', { prizeType: PrizeType.none }),
      cash(8, 1880),
    ],
    startAt: '2026-11-01 00:00:00',
    endAt: `${shanghaiToday().slice(0, 4)}-12-31 23:59:59`,
    pointsCost: 0,
    game: null,
    geoRequired: false,
    servicePhone: '',
    serviceHours: '',
    serviceQr: '',
    followQr: '',
    collectFields: [],
    collectReason: '',
    keyRule: '每人每日限3次',
    epochNo: 3,
    seedHash,
    weightHash: seedHash,
    ...changes,
  });

export const playAnswer = (changes: Partial<PlayAnswer> = {}): PlayAnswer =>
  PlayAnswer.parse({
    scanId: 1,
    activity: playedActivity(),
    eligibility: { ok: true, code: 200, message: '' },
    left: { day: 1, total: 3 },
    points: 0,
    pointsDue: null,
    turns: null,
    earlier: null,
    needConsent: false,
    needPhone: false,
    firstPoints: 0,
    packet: null,
    ...changes,
  });

/** Won 8.88 yuan in the third place; the packet is still to be fetched. */
export const drawAnswer = (changes: Partial<DrawAnswer> = {}): DrawAnswer =>
  DrawAnswer.parse({
    drawNo: 'CJ26112210420731',
    repeat: false,
    slotNo: 3,
    tierName: '三等奖',
    prize: { type: PrizeType.cash, name: '现金红包', image: '', amount: 888, points: 0 },
    claim: { claimNo: 'LJ1', status: ClaimStatus.open, claimMode: 1, expireAt: '2026-12-07 10:42:00' },
    hold: false,
    fair: { epochNo: 3, seedHash, clientSeed: '' },
    ...changes,
  });

export const notWon = (): DrawAnswer =>
  drawAnswer({
    slotNo: 7,
    tierName: '',
    prize: { type: PrizeType.none, name: '谢谢参与', image: '', amount: 0, points: 0 },
    claim: null,
  });

type Detail = DataOf<typeof publicDrawApi.myPrize>;

/** Goods to be fetched at a shop. */
export const prizeDetail = (changes: Partial<Detail> = {}): Detail => ({
  claimNo: 'LJ2',
  status: ClaimStatus.open,
  claimMode: 2,
  expireAt: '2026-12-07 10:58:00',
  activityName: '秋茶上新季',
  tierName: '一等奖',
  prize: { type: PrizeType.goods, name: '青岚明前龙井茶礼', image: '', amount: 0, points: 0 },
  drawNo: 'CJ26112210580412',
  drawnAt: '2026-11-22 10:58:11',
  claimedAt: null,
  closeText: '',
  hold: false,
  firmName: '青岚山茶业',
  contact: '400-800-1234',
  verCode: '7K3M9QTX4VHB',
  alsoPost: false,
  shops: [1, 2, 3, 4].map((shopId) => ({
    shopId,
    name: `锦和茶行 ${shopId} 店`,
    address: '玉林西路 118 号',
    phone: '028-85551234',
    distance: null,
    lng: 104.06,
    lat: 30.63,
  })),
  collectFields: [],
  collectReason: '',
  needCollect: false,
  isPosted: false,
  ...changes,
});
