import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type {
  DrawAnswer,
  MyPrize,
  MyPrizeDetail,
  PlayAnswer,
  PlayedActivity,
  Slot,
} from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { toTime } from '@zhuiyuan/contract/kit/clock';
import { Refused } from '../../lib/reason-of.ts';
import type { Desk } from './desk.ts';

const days = 86_400_000;
const sampleNo = 'CJ00000000000000';

const fallback: Slot = {
  slotNo: null,
  name: '红包',
  prizeType: PrizeType.cash,
  image: '',
  amountMin: 888,
  amountMax: 888,
  points: 0,
};

/** A draw as it might end: a prize of the activity, each one after the other. */
export const sampleAnswer = (activity: PlayedActivity, turn: number): DrawAnswer => {
  const won = activity.slots.filter(({ prizeType }) => prizeType !== PrizeType.none);
  const slot = won[turn % Math.max(1, won.length)] ?? fallback;
  const claimMode =
    slot.prizeType === PrizeType.goods
      ? ClaimMode.shop
      : slot.prizeType === PrizeType.cash
        ? ClaimMode.manual
        : ClaimMode.auto;
  return {
    drawNo: sampleNo,
    repeat: false,
    slotNo: slot.slotNo,
    tierName: '示例奖级',
    prize: { type: slot.prizeType, name: slot.name, image: slot.image, amount: slot.amountMax, points: slot.points },
    claim: { claimNo: sampleNo, status: ClaimStatus.open, claimMode, expireAt: toTime(Date.now() + 15 * days) },
    hold: false,
    fair: { epochNo: activity.epochNo, seedHash: activity.seedHash, clientSeed: '' },
  };
};

const samplePrize = (activity: PlayedActivity, answer: DrawAnswer): MyPrize => ({
  ...answer.claim!,
  activityName: activity.name,
  tierName: answer.tierName,
  prize: answer.prize,
  drawNo: answer.drawNo,
  drawnAt: toTime(Date.now()),
  claimedAt: null,
  closeText: '',
  hold: false,
  isPosted: false,
});

/** Whether the shopper of the sample may draw: always, as who never did. */
export const samplePlay = (activity: PlayedActivity, left: PlayAnswer['left']): PlayAnswer => ({
  scanId: null,
  activity,
  eligibility: { ok: true, code: 200, message: '' },
  left,
  earlier: null,
  needConsent: false,
  needPhone: false,
  firstPoints: 0,
  points: activity.pointsCost ? 100 : null,
  pointsDue: null,
  turns: activity.game && {
    free: activity.game.freePerDay,
    from: '',
    shareLeft: activity.game.shareReward,
    sharePoints: 0,
  },
  packet: null,
});

/** Answers for the editor that shows the pages of an activity: nothing is kept, nothing sent. */
export const sampleDesk = (activity: PlayedActivity, rules: Rules | null, play: PlayAnswer): Desk => {
  let turn = 0;
  let answer = sampleAnswer(activity, 0);
  const detail = (): MyPrizeDetail => ({
    ...samplePrize(activity, answer),
    firmName: activity.firmName,
    contact: rules?.contact ?? '',
    verCode: answer.prize.type === PrizeType.goods ? '000000000000' : '',
    alsoPost: false,
    shops: [],
    collectFields: activity.collectFields,
    collectReason: activity.collectReason,
    needCollect: false,
  });
  const without = (): Promise<never> => Promise.reject(new Refused('预览页没有可以查询的数据'));
  return {
    isKnown: () => true,
    locate: async () => ({ lng: 0, lat: 0 }),
    agree: async () => undefined,
    tellPhone: async () => undefined,
    arrive: async () => undefined,
    scan: async () => play,
    ticket: async () => ({
      ticket: sampleNo,
      expireAt: toTime(Date.now()),
      epochNo: activity.epochNo,
      seedHash: activity.seedHash,
      weightHash: activity.weightHash,
      left: { day: 1, total: 3 },
    }),
    challenge: without,
    draw: async () => {
      answer = sampleAnswer(activity, turn);
      turn += 1;
      return answer;
    },
    rules: () => (rules ? Promise.resolve(rules) : without()),
    winners: async () => [],
    proof: without,
    pack: without,
    prizes: async () => ({ list: [samplePrize(activity, answer)], total: 1, page: 1, limit: 20, totalPage: 1 }),
    prize: async () => detail(),
    collect: without,
    posting: async (claimNo) => ({ claimNo, canPost: false, order: null }),
    redeem: without,
    cancelPost: without,
    regions: async () => [],
    claimPay: async (claimNo) => ({
      claimNo,
      status: ClaimStatus.open,
      delivery: null,
      reason: '',
      canClaim: true,
      pay: null,
    }),
    claim: () => Promise.reject(new Refused('预览页不发放奖品')),
    oauth: async () => ({ url: '' }),
    packets: async () => ({ list: [], total: 0, page: 1, limit: 20, totalPage: 0 }),
    packet: without,
    packetsAsk: async () => ({ redActiveId: null }),
    packetsOauth: async () => ({ url: '' }),
    packetsLogin: without,
    messages: async () => ({ list: [], total: 0, page: 1, limit: 20, totalPage: 0 }),
    unread: async () => ({ count: 0 }),
    readMessages: without,
  };
};
