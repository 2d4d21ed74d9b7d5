import type { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { countText, moneyText } from '../format/numbers.ts';

/** Rows as the calls answer them. */
export type ClaimRow = DataOf<typeof claimApi.list>['list'][number];
export type RedemptionRow = DataOf<typeof redemptionApi.list>['list'][number];

/** 面额 of what was won: yuan, points, or nothing of goods. */
export const wonText = ({ prizeType, amount, points }: Pick<ClaimRow, 'prizeType' | 'amount' | 'points'>): string => {
  if (prizeType === PrizeType.cash) return `¥${moneyText(amount)}`;
  return prizeType === PrizeType.points ? `${countText(points)} 积分` : '-';
};

const screen = '/lottery/ai/markCode/receiveDetailed';
/** Where one claim, or one order, is found. */
export const claimOf = (claimNo: string): string => `${screen}?keywords=${encodeURIComponent(claimNo)}`;
export const redemptionOf = (redeemNo: string): string =>
  `${screen}?tab=redeem&keywords=${encodeURIComponent(redeemNo)}`;
