import { Code } from '@zhuiyuan/contract/kit/codes';
import type { AnswerOf, Endpoint, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { answerOnce, keyOf } from './answer-once.ts';
import type { App } from './app-context.ts';
import { isLogged } from './audit.ts';
import { authorise, isDenial, refuseUnknown } from './authorise.ts';
import { cleanInput } from './clean-input.ts';
import { isDatabaseAway, isFull } from '../db/database-away.ts';
import type { Db } from '../db/database.ts';
import { isLimited, limitCalls } from './limit-calls.ts';
import { inDocument } from './openapi.ts';
import { bodyLimits } from './read-body.ts';
import type { Operator } from '../operator.ts';
import { busy, isDataException, Refusal, toRefusal } from '../refusal.ts';
import { tellUnsent, wholeDraft, type Fields } from './stored-draft.ts';
import { nextTurn } from '../next-turn.ts';
import { findShare, isForStrangers } from '../shares.ts';
import { isBlank, sentInput } from './sent-input.ts';
import { readToken } from './token.ts';

type OperatorOf<E extends Endpoint> = E['may'] extends 'open' ? Operator | null : Operator;

/** What a handler is given. `db` sees only the operator's firm and, on calls with a log, is one transaction. */
export interface Call<E extends Endpoint> {
  input: InputOf<E>;
  db: Db;
  operator: OperatorOf<E>;
  app: App;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;

/** How a call that `changes` a row is made: `stored` answers the row, locked, in the shape of the draft, without secrets and version. */
export interface Change<E extends Endpoint> {
  stored: (of: { row: RowOf<E>; db: Db; operator: Operator }) => Promise<Fields>;
  change: Handler<E>;
}
type RowOf<E extends Endpoint> = E['changes'] extends keyof InputOf<E> ? InputOf<E>[E['changes']] : undefined;

/** How a call is made that reads a file: `before` does so while no transaction and nobody else waits for it, and answers what runs in one. */
interface FileReader<E extends Endpoint> {
  before: (call: Call<E>) => Promise<Handler<E>>;
}

export type Handlers<T extends Record<string, Endpoint>> = {
  [K in keyof T]: T[K] extends { changes: string } ? Change<T[K]> : Handler<T[K]> | FileReader<T[K]>;
};
type AnyHandler = Handler<Endpoint> | Change<Endpoint> | FileReader<Endpoint>;

/**
 * Mounts one handler per endpoint of a table, under `/api` and (except /monitor) also without the prefix:
 * checks token, permission and whose call it is, merges path, query and body, runs writes in one transaction with their audit row,
 * and wraps the answer in the envelope.
 */
export const serve = <T extends Record<string, Endpoint>>(app: App, api: T, handlers: Handlers<T>): void => {
  for (const name of Object.keys(api) as (keyof T & string)[]) {
    const endpoint = api[name]!;
    const handle = handlers[name] as unknown as AnyHandler;
    const url = endpoint.path;
    const prefixes = url.startsWith('/monitor') ? ['/api'] : ['/api', ''];
    app.endpoints.push(endpoint);
    const share = findShare(app.shares, endpoint);
    const isStrangers = share === app.shares.stranger;
    /** Who has a session is no stranger, also where none is needed. */
    const findOwn = async (request: FastifyRequest) => {
      const token = isStrangers && readToken(request);
      return token && (await app.sessions.findOperator(token)) ? app.shares.staff : share;
    };
    /** Before anything is read: a refusal has to cost next to nothing where calls are too many. */
    const shed = async (request: FastifyRequest) => {
      if ((await findOwn(request))?.isFull()) throw busy();
      await refuseUnknown(app, endpoint, request);
    };
    const count =
      isLimited(endpoint) &&
      limitCalls(isStrangers ? app.strangerDb : endpoint.forShoppers ? app.shopperDb : app.db, endpoint);
    const counted = async (request: FastifyRequest) => {
      if (!count) return;
      // What strangers are counted by costs as much as what they ask for.
      const own = isStrangers ? await findOwn(request) : undefined;
      await (own ? own(() => count(request)) : count(request));
    };
    for (const prefix of prefixes)
      app.fastify.route({
        method: endpoint.method,
        url: prefix + url,
        config: { ...bodyLimits(endpoint), ...(prefix ? inDocument(endpoint) : {}) },
        onRequest: count ? [shed, counted] : shed,
        handler: async (request, reply) => {
          const startedAt = performance.now();
          const operator = await authorise(app, endpoint, request);
          const call = { request, reply, operator, startedAt };
          const own = await findOwn(request);
          const inShare: InShare = (work) => (own ? own(work) : work());
          // Who looks into a file first holds no place of those who do not.
          const run =
            'before' in handle
              ? () => answer(app, endpoint, handle, call, inShare)
              : () => inShare(() => answer(app, endpoint, handle, call));
          return app.inOwnTurn(endpoint, { operatorId: operator?.id, address: request.address }, run);
        },
      });
  }
};

/** A call by somebody who may make it. */
interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  operator: Operator | null;
  startedAt: number;
}

/** Works on something when there is a place for it. */
type InShare = <T>(work: () => Promise<T>) => Promise<T>;

const answer = async (
  app: App,
  endpoint: Endpoint,
  handler: AnyHandler,
  { request, reply, operator, startedAt }: Asked,
  inShare: InShare = (work) => work(),
): Promise<unknown> => {
  const plain = isForStrangers(endpoint) ? app.strangerDb : app.db;
  const db = endpoint.forShoppers ? app.shopperDb : operator?.firmId ? app.dbOfFirm(operator.firmId) : plain;
  const sent = withHeaderKey(endpoint, sentInput(request), request);
  const flaw = cleanInput(endpoint, sent);
  const stored = 'stored' in handler ? handler.stored : null;
  let before: Fields = {};
  const logged = isLogged(endpoint);
  const audit = (where: Db, result: unknown, error: string) =>
    app.audit(where, {
      endpoint,
      request,
      operator,
      input: flaw ? null : stored ? sent : withoutBlanks(sent),
      result,
      error,
      startedAt,
    });
  try {
    if (flaw) throw flaw;
    const keyed = keyOf(endpoint, request, operator, sent);
    const given = stored ? undefined : parsed(endpoint.input, withoutBlanks(sent));
    const handle =
      'before' in handler
        ? await handler.before({ input: given, db, operator, app, request, reply } as Call<Endpoint>)
        : 'change' in handler
          ? handler.change
          : handler;
    const run = async (where: Db, isTransaction: boolean) => {
      if (stored) before = await stored({ row: requireRow(endpoint, sent), db: where, operator: operator! });
      const input = given ?? parsed(endpoint.input, withoutBlanks(wholeDraft(before, sent)));
      if (!endpoint.forShoppers) await nextTurn();
      const result = await handle({ input, db: where, operator, app, request, reply } as Call<Endpoint>);
      if (!endpoint.forShoppers) await nextTurn();
      const data = endpoint.raw ? result : endpoint.data.parse(result);
      if (logged) await audit(isTransaction ? where : plain, endpoint.raw || endpoint.isPlain ? null : data, '');
      return data;
    };
    const once = (where: Db) => (keyed ? answerOnce(where, keyed, () => run(where, true)) : run(where, true));
    const data =
      logged && !endpoint.ownTransaction && !endpoint.offersFile
        ? await inShare(() => retried(() => db.transaction().execute((transaction) => once(transaction as Db))))
        : await inShare(() => run(db, false));
    return endpoint.raw ? data : { code: Code.ok, message: 'ok', data };
  } catch (error) {
    const known = toRefusal(error, app.constraints);
    const refusal = known && tellUnsent(known, sent, before);
    if (operator && refusal && isDenial(refusal)) {
      await app.refused.note({ who: operator, endpoint, refusal, request, input: sent });
      throw refusal;
    }
    if (isDataException(error)) app.log.warn({ err: error, reqId: request.id }, 'data that no schema had refused');
    if (logged && !isDatabaseAway(error) && !isFull(error))
      await audit(plain, null, refusal?.message ?? (error as Error).message).catch(() => undefined);
    throw refusal ?? error;
  }
};

/** A call that may be sent again under its `idemKey` takes the key of the header `Idempotency-Key` where it brings none itself. */
const withHeaderKey = (
  { input }: Endpoint,
  sent: Record<string, unknown>,
  { headers }: FastifyRequest,
): Record<string, unknown> => {
  const key = headers['idempotency-key'];
  const takesKey = key !== undefined && 'idemKey' in ((input as Partial<z.ZodObject>).shape ?? {});
  if (takesKey && isBlank(sent.idemKey ?? null)) sent.idemKey = key;
  return sent;
};

/** null and '' count as absent, because unmodified clients send both. */
const withoutBlanks = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));

const parsed = <T>(schema: z.ZodType<T>, fields: Record<string, unknown>): T => {
  const result = schema.safeParse(fields);
  if (!result.success) throw refusalOfIssues(result.error.issues);
  return result.data;
};

/** What names the row a call changes: the one field that must be sent. */
const requireRow = ({ input, changes }: Endpoint, sent: Fields): never => {
  const naming = changes ? { [changes]: (input as z.ZodObject).shape[changes]! } : {};
  return parsed(z.object(naming), withoutBlanks(sent))[changes ?? ''] as never;
};

const refusalOfIssues = (issues: readonly { path: PropertyKey[]; message: string }[]): Refusal => {
  const fields = issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  return new Refusal(Code.invalid, fields[0]?.message ?? '参数不正确', { fields });
};

const retryable = new Set(['40001', '40P01', '55P03']);
const pausesMs = [20, 80, 200];

/** Runs a transaction again when the database broke a deadlock or a lock wait, three times at most. */
export const retried = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (const pause of pausesMs) {
    try {
      return await transaction();
    } catch (error) {
      if (!retryable.has((error as { code?: string }).code ?? '')) throw error;
      await sleep(pause + Math.random() * pause);
    }
  }
  try {
    return await transaction();
  } catch (error) {
    if (retryable.has((error as { code?: string }).code ?? '')) throw new Refusal(61098, '系统繁忙，请稍后重试');
    throw error;
  }
};
