import { int } from '../../kit/fields.ts';
import { maxSeg, maxSerial } from '../cipher/code-format.ts';

/** A segment's number in an input. */
export const segField = (message = '请选择码段') => int(1, maxSeg, message);

/** A code's place in its segment. */
export const serialField = (message = '序号应为不小于1的整数') => int(1, maxSerial, message);
