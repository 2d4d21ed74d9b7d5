import pg from 'pg';
import type { Db } from './database.ts';

interface Waiting<A, R> {
  question: A;
  resolve: (answer: R) => void;
  reject: (error: unknown) => void;
}

/** Round trips under way at once for each statement, and how many share one at the most. */
const rounds = 2;
const together = 32;

/**
 * Lets those who ask at the same moment share one statement and, where it writes, one commit: nobody waits for company, but
 * who comes while {@link rounds} round trips are under way goes together with the others who came. Two with a key in common
 * never share one. A statement that PostgreSQL refused has done nothing for anybody and is sent again one by one, so that each
 * gets his own answer. `answerAll` answers in the order of the questions.
 */
export const coalesce = <A, R>(
  answerAll: (db: Db, questions: A[]) => Promise<R[]>,
  toKeys: (question: A) => readonly string[],
) => {
  const byDb = new WeakMap<Db, { waiting: Waiting<A, R>[]; underWay: number }>();

  const take = (waiting: Waiting<A, R>[]): Waiting<A, R>[] => {
    const keys = new Set<string>();
    const taken: Waiting<A, R>[] = [];
    const left: Waiting<A, R>[] = [];
    for (const one of waiting) {
      const own = toKeys(one.question);
      if (taken.length >= together || own.some((key) => keys.has(key))) left.push(one);
      else {
        taken.push(one);
        for (const key of own) keys.add(key);
      }
    }
    waiting.splice(0, waiting.length, ...left);
    return taken;
  };

  const answer = async (db: Db, taken: Waiting<A, R>[]): Promise<void> => {
    try {
      const answers = await answerAll(
        db,
        taken.map(({ question }) => question),
      );
      for (const [at, { resolve }] of taken.entries()) resolve(answers[at]!);
    } catch (error) {
      if (taken.length > 1 && error instanceof pg.DatabaseError)
        await Promise.all(taken.map((one) => answer(db, [one])));
      else for (const { reject } of taken) reject(error);
    }
  };

  return (db: Db, question: A): Promise<R> =>
    new Promise((resolve, reject) => {
      const state = byDb.get(db) ?? { waiting: [], underWay: 0 };
      byDb.set(db, state);
      state.waiting.push({ question, resolve, reject });
      const go = (): void => {
        while (state.underWay < rounds && state.waiting.length > 0) {
          state.underWay += 1;
          void answer(db, take(state.waiting)).finally(() => {
            state.underWay -= 1;
            go();
          });
        }
      };
      go();
    });
};
