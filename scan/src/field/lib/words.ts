import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';

/** `1,846` */
export const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** Fen as yuan: `1,234.56`. */
export const yuan = (fen: number): string => fenToYuan(fen).replace(/\B(?=(\d{3})+\.)/g, ',');

/** `11-20 16:42` */
export const when = (time: string): string => time.slice(5, 16);

export const levels = ['单品', '小箱', '大箱'];

export const kindNames: Record<number, string> = { 1: '经销商', 2: '门店', 3: '业务员', 4: '稽查员' };
/** Roles by their number. */
export const kinds = { agent: 1, shop: 2, salesman: 3, inspector: 4 } as const;

/** Where a document stands. */
export const deliverStates: Record<number, { words: string; tone: string }> = {
  1: { words: '已发货', tone: 'doing' },
  2: { words: '已取消', tone: 'gone' },
  3: { words: '已签收', tone: 'good' },
};
