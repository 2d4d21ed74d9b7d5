import { flag } from './fields.ts';

/** Filters of a list that are tabs of every person: what one made oneself, and what waits for somebody. A list has both or one of them. */
export const fixedViews = { mine: flag.optional(), waiting: flag.optional() };
