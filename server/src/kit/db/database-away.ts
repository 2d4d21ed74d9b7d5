import { setTimeout as sleep } from 'node:timers/promises';

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // a transaction that said nothing for too long, and a database shut down, crashed, starting up, without a free connection, out of memory
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53200',
]);

/** What the driver says without a code when a connection broke under it or could not be made in time. */
const connectionLost = /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e)/;

/** Whether an error says nothing about the statement, but that the database cannot be reached: it may be tried again later. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return connectionCodes.has(code) || /^08...$/.test(code);
  return connectionLost.test(error.message);
};

/** Whether a statement took longer than it may, waited longer for others, or waited for one that waited for it: it may be tried again. */
export const isOverTime = (error: unknown): boolean =>
  ['57014', '55P03', '40P01'].includes(String((error as { code?: unknown } | null)?.code));

/** A disk that is full, or one that breaks, as the database says it and as files do. */
const fullCodes = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT']);

/** Whether there was no room for something: it says nothing about what was asked, and works again once somebody has made room. */
export const isFull = (error: unknown): boolean => fullCodes.has(String((error as { code?: unknown } | null)?.code));

export const fullText = '存储空间不足，暂时无法保存，请联系管理员';

const askEveryMs = 1_000;

/** Does something that gives back what a run had taken, as soon as the database is there again; not after the signal. */
export const whenBack = async (run: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      await sleep(askEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
};
