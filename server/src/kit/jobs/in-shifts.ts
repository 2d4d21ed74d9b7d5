/** How a worker is kept that is always there: begun every minute, it works for most of it. Tests make its shifts shorter. */
export const inShifts = { cron: '* * * * *', runMs: 55_000, expireInSeconds: 120 };
