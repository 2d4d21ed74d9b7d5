import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import type { Operator } from '../kit/operator.ts';
import type { Actor } from './actor.ts';

/** A member of staff at the console. */
export const staffActor = ({ id }: Pick<Operator, 'id'>): Actor => ({ operatorId: id, opSrc: OpSource.console });
