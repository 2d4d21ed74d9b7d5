export const isDeep = process.env.TEST_DEPTH === 'deep';

/**
 * How often a random test tries, or for how many seconds a crash test goes on: a fifth of what it is worth, some seconds of a run, where
 * `npm run test:deep` gives it all. Each run draws other cases; a failure prints the seed that draws them again.
 */
export const depth = (deep: number): number => (isDeep ? deep : Math.ceil(deep / 5));
