import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';

/** Fen as yuan: `1,234.56`. */
export const yuan = (fen: number): string => fenToYuan(fen).replace(/\B(?=(\d{3})+\.)/g, ',');

export const levels = ['单品', '小箱', '大箱'];
