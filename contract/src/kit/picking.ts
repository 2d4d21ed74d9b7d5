import { z } from 'zod';
import { id, ids } from './fields.ts';
import { asAsked } from './typed.ts';

/** The most rows that a call for a picker answers, and the most it may name. */
export const mostPicked = 1000;

/**
 * What a picker may ask: words that a row's name or number contains, the rows chosen before, and rows of one firm. It is answered the
 * first {@link mostPicked} rows.
 */
export const picking = {
  keywords: z.string().overwrite(asAsked).max(50, '查询内容不能超过50个字符').optional(),
  ids: ids('请先选择数据', id(), mostPicked).optional(),
  /** Only rows of this firm, and those of no firm. */
  firmId: id().optional(),
};
