import { CallKey, isKeyed, keyHeader } from '@zhuiyuan/contract/kit/call-key';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { keyRefusals } from '@zhuiyuan/contract/kit/key-refusals';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Db } from '../db/database.ts';
import type { Operator } from '../operator.ts';
import { refuse, Refusal } from '../refusal.ts';

const keptHours = 24;
/** A digest of something that a person can remember tells it to whoever tries all of it. */
const isGuessable = /pwd|password|^pin$/i;

/** Under which key a call is answered once, and what tells it from another one. */
export interface Keyed {
  firmId: number;
  operatorId: number;
  idemKey: string;
  digest: string;
}

/** The key that a call of staff brings in its header; undefined where it brings none, or none is kept. Refuses one of another form. */
export const keyOf = (
  endpoint: Endpoint,
  { headers }: FastifyRequest,
  operator: Operator | null,
  sent: Readonly<Record<string, unknown>>,
): Keyed | undefined => {
  const key = headers[keyHeader];
  if (key === undefined || !operator || !isKeyed(endpoint)) return undefined;
  const { success, data, error } = CallKey.safeParse(key);
  if (!success) throw new Refusal(Code.invalid, error.issues[0]!.message);
  const fields = Object.entries(sent).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([endpoint.path, fields.filter(([name]) => !isGuessable.test(name))]);
  const digest = createHash('sha256').update(content).digest('hex');
  return { firmId: operator.firmId ?? 0, operatorId: operator.id, idemKey: data, digest };
};

const rowOf = (db: Db, { firmId, operatorId, idemKey }: Keyed) =>
  db
    .selectFrom('answeredCall')
    .where('firmId', '=', firmId)
    .where('operatorId', '=', operatorId)
    .where('idemKey', '=', idemKey)
    .select(['digest', 'answer']);

/**
 * Answers what the same call under its key was answered before, else works and keeps the answer in the same transaction: two at the same
 * moment wait for each other, and what is refused or torn leaves no key. Refuses another content under the key.
 */
export const answerOnce = async (db: Db, keyed: Keyed, work: () => Promise<unknown>): Promise<unknown> => {
  const begun = await db
    .insertInto('answeredCall')
    .values(keyed)
    .onConflict((conflict) => conflict.columns(['firmId', 'operatorId', 'idemKey']).doNothing())
    .returning('idemKey')
    .executeTakeFirst();
  if (!begun) {
    const { digest, answer } = await rowOf(db, keyed).executeTakeFirstOrThrow();
    if (digest !== keyed.digest || answer === null) throw refuse(keyRefusals.otherContent);
    return JSON.parse(answer) as unknown;
  }
  const data = await work();
  await db
    .updateTable('answeredCall')
    .set({ answer: JSON.stringify(data ?? null) })
    .where('firmId', '=', keyed.firmId)
    .where('operatorId', '=', keyed.operatorId)
    .where('idemKey', '=', keyed.idemKey)
    .execute();
  return data;
};

/** Forgets answers older than a day. Answers how many rows went. */
export const dropOldAnswers = async (db: Db): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('answeredCall')
    .where('createdAt', '<', sql<string>`now() - make_interval(hours => ${keptHours})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
