import type { DrawAnswer, Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';

export type Prize = DrawAnswer['prize'];

/** Yuan as short as they can be said: `8.88`, `18.8`, `5`. */
const shortYuan = (fen: number): string => fenToYuan(fen).replace(/\.?0+$/, '');

export const blankWords = '谢谢参与';

/** A prize in a number and its unit; goods, and nothing, have words alone. */
export interface Said {
  figure: string;
  unit: string;
  words: string;
}

/** What lies in a place of a wheel or grid. */
export const slotWords = ({ prizeType, name, amountMin, amountMax, points }: Slot): Said => {
  if (prizeType === PrizeType.cash && amountMax > 0) {
    const figure = amountMin === amountMax ? fenToYuan(amountMax) : `${shortYuan(amountMin)}~${shortYuan(amountMax)}`;
    return { figure, unit: '元红包', words: `${figure} 元` };
  }
  if (prizeType === PrizeType.points && points > 0)
    return { figure: String(points), unit: '积分', words: `${points} 积分` };
  const words = prizeType === PrizeType.none ? name || blankWords : name;
  return { figure: '', unit: '', words };
};

/** What was won. */
export const prizeWords = ({ type, name, amount, points }: Prize): Said => {
  if (type === PrizeType.cash && amount > 0) {
    const figure = fenToYuan(amount);
    return { figure, unit: '元红包', words: `${figure} 元红包` };
  }
  if (type === PrizeType.points && points > 0) return { figure: String(points), unit: '积分', words: `${points} 积分` };
  return { figure: '', unit: '', words: name };
};

export const isWin = ({ type }: Prize): boolean => type !== PrizeType.none;
