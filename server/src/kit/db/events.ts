import type { DialectAdapter } from 'kysely';
import type { Db } from './database.ts';

/**
 * What domains tell each other without knowing who listens: `'codes.changed': CodesChanged`. A domain adds its own by
 * `declare module`, beside the operation that tells it.
 */
export interface Events {}

/** What a domain must be told by another one behind it: the data of the question, and its answer. As with {@link Events}. */
export interface Questions {}

type Name<T> = keyof T & string;
type Asked<Q extends Name<Questions>> = Questions[Q] extends { asks: infer Data } ? Data : never;
type Answer<Q extends Name<Questions>> = Questions[Q] extends { answers: infer Data } ? Data : void;

/** Hears in the transaction it is told in, and may refuse by throwing. */
export type Hearer<Data, Answered = void> = (db: Db, data: Data) => Promise<Answered>;

/** Who hears what. Every event and every question has its line: one that is forgotten is a compile error. */
export interface Hearers {
  events: { [E in Name<Events>]: readonly Hearer<Events[E]>[] };
  questions: { [Q in Name<Questions>]: Hearer<Asked<Q>, Answer<Q>> };
}

/** One for each open database; its transactions and firm-limited builders have the same adapter. */
const hearing = new WeakMap<DialectAdapter, Hearers>();

/** Has these hear whatever is told and asked on a database, instead of those before them. */
export const hearOn = (db: Db, hearers: Hearers): void => void hearing.set(db.getExecutor().adapter, hearers);

const hearersOn = (db: Db): Hearers => {
  const hearers = hearing.get(db.getExecutor().adapter);
  if (!hearers) throw new Error('nobody hears on this database');
  return hearers;
};

/** Tells everyone who listens, one after the other, in the transaction of `db`. */
export const emit = async <E extends Name<Events>>(db: Db, event: E, data: Events[E]): Promise<void> => {
  for (const hear of hearersOn(db).events[event] as readonly Hearer<Events[E]>[]) await hear(db, data);
};

/** Asks the one who knows, in the transaction of `db`; who says no throws the refusal. */
export const ask = async <Q extends Name<Questions>>(db: Db, question: Q, data: Asked<Q>): Promise<Answer<Q>> =>
  (hearersOn(db).questions[question] as Hearer<Asked<Q>, Answer<Q>>)(db, data);
