import { withCheck, verSymbols } from '@zhuiyuan/contract/campaign/ver-code';
import { randomInt } from 'node:crypto';

/** A redemption code that was never given out: 55 random bits and a check symbol. */
export const newVerCode = (): string =>
  withCheck(Array.from({ length: 11 }, () => verSymbols[randomInt(verSymbols.length)]).join(''));
