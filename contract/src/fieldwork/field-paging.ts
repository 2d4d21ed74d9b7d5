import { z } from 'zod';
import { int } from '../kit/fields.ts';
import { paging } from '../kit/page.ts';

/** Paging of lists on a phone: a hundred rows at most. */
export const fieldPaging = { page: paging.page, limit: int(1, 100, '分页参数不正确').default(20) };

/** The phone's own number for a call that changes something: sent again with it, nothing happens twice. */
export const idemKey = z.string().trim().min(8, '请求编号不正确').max(64, '请求编号不正确').optional();
