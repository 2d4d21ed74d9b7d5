/**
 * How often a random test tries: a fifth of what it is worth, some seconds of a run, where `npm run test:deep` gives it all.
 * Each run draws other cases; a failure prints the seed that draws them again.
 */
export const depth = (deep: number): number => (process.env.TEST_DEPTH === 'deep' ? deep : Math.ceil(deep / 5));
