import { AmountMode, ClaimMode, PrizeType, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { demoPictures } from '../pictures.ts';

const picture = (name: string): string => demoPictures[name] ?? '';
const thanks = { name: '谢谢参与', prizeType: PrizeType.none };
const cash = {
  prizeType: PrizeType.cash,
  payKind: RedPayKind.balance,
  image: picture('扫码有礼'),
  claimMode: ClaimMode.manual,
};

/** Prizes of each firm of the demonstration in its order, the oldest first. */
export const demoPrizes: readonly (readonly object[])[] = [
  [
    thanks,
    { ...cash, name: '现金红包 1 元', amountMin: 100 },
    { ...cash, name: '随机现金红包', amountMode: AmountMode.random, amountMin: 30, amountMax: 888 },
    { name: '100 积分', prizeType: PrizeType.points, points: 100, faceValue: 100, costPrice: 50 },
    {
      name: '明前龙井品鉴装 50g',
      prizeType: PrizeType.goods,
      image: picture('明前龙井-罐'),
      faceValue: 12_800,
      costPrice: 5_200,
      claimMode: ClaimMode.shop,
      alsoPost: true,
      validDays: 30,
      deductAmount: 2_600,
      des: '凭核销码到任一活动门店领取，也可以填写地址由我们寄出。',
    },
    {
      name: '青岚盖碗茶具一套',
      prizeType: PrizeType.goods,
      image: picture('茉莉银针-杯'),
      faceValue: 29_800,
      costPrice: 11_800,
      claimMode: ClaimMode.post,
      validDays: 30,
      des: '填写收货信息后 7 天内寄出。',
    },
    {
      name: '茶园采摘一日游',
      prizeType: PrizeType.goods,
      image: picture('狮峰茶园-春'),
      faceValue: 58_800,
      costPrice: 30_000,
      claimMode: ClaimMode.shop,
      validDays: 90,
      status: 1,
    },
  ],
  [
    thanks,
    { ...cash, name: '开瓶红包 2 元', amountMin: 200, payKind: RedPayKind.packet, claimMode: ClaimMode.auto },
    { ...cash, name: '随机开瓶红包', amountMode: AmountMode.random, amountMin: 88, amountMax: 1_888 },
    { name: '200 积分', prizeType: PrizeType.points, points: 200, faceValue: 200, costPrice: 100 },
    {
      name: '云岭小酒 100ml',
      prizeType: PrizeType.goods,
      image: picture('肉桂-瓶'),
      faceValue: 3_900,
      costPrice: 1_500,
      claimMode: ClaimMode.shop,
      alsoPost: true,
      deductAmount: 1_000,
      des: '凭核销码到任一活动门店领取，也可以填写地址由我们寄出。',
    },
    {
      name: '年货礼盒',
      prizeType: PrizeType.goods,
      image: picture('年货节-礼盒'),
      faceValue: 36_600,
      costPrice: 18_000,
      claimMode: ClaimMode.post,
      validDays: 30,
    },
  ],
];
