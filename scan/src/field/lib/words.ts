import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';

/** `1,846` */
export const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** Fen as yuan: `1,234.56`. */
export const yuan = (fen: number): string => fenToYuan(fen).replace(/\B(?=(\d{3})+\.)/g, ',');

/** `11-20 16:42` */
export const when = (time: string): string => time.slice(5, 16);

export const levels = ['单品', '小箱', '大箱'];
