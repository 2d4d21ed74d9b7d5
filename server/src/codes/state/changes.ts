import type { Db } from '../../kit/db/database.ts';
import type { Run } from './ranges.ts';

type Listener = (db: Db, firmId: number, runs: readonly Run[]) => Promise<void>;

const listeners = new Set<Listener>();

/** Lets another domain follow what is done to codes, in the same transaction; the same listener hears once. */
export const whenCodesChange = (listener: Listener): void => void listeners.add(listener);

/** Says that the state of a firm's codes changed. */
export const tellCodesChange: Listener = async (db, firmId, runs) => {
  for (const listener of listeners) await listener(db, firmId, runs);
};

type Check = (db: Db, firmId: number) => Promise<void>;
let check: Check | undefined;

/** The domain of registration says here how it finds out whether a firm's codes can be registered; the check throws the refusal. */
export const guardTaskRegistration = (guard: Check): void => {
  check = guard;
};

/** Refuses a task whose codes are to be registered where the firm has no node. Throws where nobody can tell. */
export const checkTaskRegistration: Check = async (db, firmId) => {
  if (!check) throw new Error('nobody guards registrations of tasks');
  await check(db, firmId);
};
