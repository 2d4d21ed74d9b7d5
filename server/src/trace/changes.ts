import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';

/** A product (1) or lot (2) whose facts changed. */
export interface Changed {
  objKind: 1 | 2;
  objId: number;
}

type Listener = (app: Pick<App, 'jobs'>, db: Db, changed: Changed) => Promise<void>;

const listeners = new Set<Listener>();

/** Lets another domain follow changes of products and lots, in the same transaction; the same listener hears once. */
export const whenTraceChanges = (listener: Listener): void => void listeners.add(listener);

export const tellTraceChange: Listener = async (app, db, changed) => {
  for (const listener of listeners) await listener(app, db, changed);
};
