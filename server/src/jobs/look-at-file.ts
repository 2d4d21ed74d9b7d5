import { atMost } from '../kit/at-most.ts';
import { serialQueue } from '../kit/jobs/serial-queue.ts';
import type { Operator } from '../kit/operator.ts';

const ofOperator = serialQueue({ mostWaiting: 2 });
const ofAll = atMost(3, 6);

/**
 * A call that looks into a file before it answers: each takes a process, so that few do at once in this one, and one of an
 * operator; more are refused as busy.
 */
export const lookAtFile = <T>({ id }: Pick<Operator, 'id'>, look: () => Promise<T>): Promise<T> =>
  ofOperator.run(String(id), () => ofAll(look));

/** A look is over after this long, whatever the file is like, so that others find a place. */
export const lookSeconds = 20;
