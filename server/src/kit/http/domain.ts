import type { Db } from '../db/database.ts';
import type { Hearers } from '../db/events.ts';
import type { App } from './app-context.ts';

type Events = Hearers['events'];
type Questions = Hearers['questions'];

/** What whoever hears is given beside the transaction and what is told. */
type Means = Pick<App, 'jobs'>;
type WithMeans<Hear> = Hear extends (db: Db, data: infer Data) => infer Answer
  ? (db: Db, data: Data, means: Means) => Answer
  : never;

/** What a domain gives to the product, in its file `domain.ts`. */
export interface Domain {
  /** Mount its calls and its work in the background. */
  mounts: readonly ((app: App) => void)[];
  /** Hear what others tell, behind the domains that are listed before it. */
  hears?: { readonly [E in keyof Events]?: readonly WithMeans<Events[E][number]>[] };
  /** Answer what others ask; each question has one domain that does. */
  answers?: { readonly [Q in keyof Questions]?: WithMeans<Questions[Q]> };
}

type NamesOf<D, Part extends 'hears' | 'answers'> = D extends { [P in Part]: infer Heard } ? keyof Heard : never;
type Unheard<D> = Exclude<keyof Events, NamesOf<D, 'hears'>> | Exclude<keyof Questions, NamesOf<D, 'answers'>>;

/**
 * Who hears what, of these domains in their order. An event or a question that none of them hears is a compile error; throws where two answer
 * one question.
 */
export const gatherHearers = <const Domains extends readonly Domain[]>(
  domains: Domains & ([Unheard<Domains[number]>] extends [never] ? unknown : { nobodyHears: Unheard<Domains[number]> }),
  means: Means,
): Hearers => {
  type AnyHearer = (db: Db, data: never, means: Means) => Promise<unknown>;
  const events: Record<string, AnyHearer[]> = {};
  const questions: Record<string, AnyHearer> = {};
  const withMeans =
    (hear: AnyHearer): AnyHearer =>
    (db, data) =>
      hear(db, data, means);
  for (const { hears = {}, answers = {} } of domains as readonly Domain[]) {
    for (const [event, heard] of Object.entries<readonly AnyHearer[]>(hears))
      events[event] = [...(events[event] ?? []), ...heard.map(withMeans)];
    for (const [question, answer] of Object.entries<AnyHearer>(answers)) {
      if (Object.hasOwn(questions, question)) throw new Error(`two domains answer ${question}`);
      questions[question] = withMeans(answer);
    }
  }
  return { events, questions } as unknown as Hearers;
};
