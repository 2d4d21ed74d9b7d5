import type { Operator } from './operator.ts';

/** Filters whose `mine` is the number of the member of staff who asks. */
export type Owned<F> = Omit<F, 'mine'> & { mine?: number };

/** The filters of a list as its rows are found by them: 我的 are the rows of whoever asks. */
export const ownedBy = <F extends { mine?: boolean }>({ mine, ...filters }: F, { id }: Pick<Operator, 'id'>) =>
  ({ ...filters, mine: mine ? id : undefined }) as Owned<F>;
