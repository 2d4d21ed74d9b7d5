import type { DrawAnswer, Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { kinds } from './states.ts';

export type Prize = DrawAnswer['prize'];

/** Fen as yuan with two decimals: 888 is `8.88`. */
export const yuan = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Yuan as short as they can be said: `8.88`, `18.8`, `5`. */
const shortYuan = (fen: number): string => yuan(fen).replace(/\.?0+$/, '');

/** Parts of a million as a percentage with four decimals, as odds are published: 1000 is `0.1000%`. */
export const percent = (weight: number): string => `${(weight / 10_000).toFixed(4)}%`;

export const blankWords = '谢谢参与';

/** A prize in a number and its unit; goods, and nothing, have words alone. */
export interface Said {
  figure: string;
  unit: string;
  words: string;
}

/** What lies in a place of a wheel or grid. */
export const slotWords = ({ prizeType, name, amountMin, amountMax, points }: Slot): Said => {
  if (prizeType === kinds.cash && amountMax > 0) {
    const figure = amountMin === amountMax ? yuan(amountMax) : `${shortYuan(amountMin)}~${shortYuan(amountMax)}`;
    return { figure, unit: '元红包', words: `${figure} 元` };
  }
  if (prizeType === kinds.points && points > 0)
    return { figure: String(points), unit: '积分', words: `${points} 积分` };
  const words = prizeType === kinds.none ? name || blankWords : name;
  return { figure: '', unit: '', words };
};

/** What was won. */
export const prizeWords = ({ type, name, amount, points }: Prize): Said => {
  if (type === kinds.cash && amount > 0) {
    const figure = yuan(amount);
    return { figure, unit: '元红包', words: `${figure} 元红包` };
  }
  if (type === kinds.points && points > 0) return { figure: String(points), unit: '积分', words: `${points} 积分` };
  return { figure: '', unit: '', words: name };
};

export const isWin = ({ type }: Prize): boolean => type !== kinds.none;
