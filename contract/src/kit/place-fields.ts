import { int } from './fields.ts';

/** The last segment, and the last code of one, that a code has room for. */
export const maxSeg = 2 ** 24 - 1;
export const maxSerial = 2 ** 28 - 1;

/** A segment's number in an input. */
export const segField = (message = '请选择码段') => int(1, maxSeg, message);

/** A code's place in its segment. */
export const serialField = (message = '序号应为不小于1的整数') => int(1, maxSerial, message);
