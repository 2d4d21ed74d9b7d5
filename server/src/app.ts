import multipart from '@fastify/multipart';
import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { config as configureZod } from 'zod';
import { zhCN } from 'zod/locales';
import { loadOperator, loadSession, prolongSession } from './access/load-session.ts';
import { writeAudit } from './access/write-audit.ts';
import type { Door } from './start/door.ts';
import { toRefusedRow, writeRefused } from './access/write-refused.ts';
import { closePaths } from './site/close-paths.ts';
import { watchConnections } from './start/close-server.ts';
import { hearOn } from './kit/db/events.ts';
import { mountDocs } from './site/docs.ts';
import { mountHealth, type Health } from './site/health.ts';
import { clientAddress, readNetworks } from './kit/address.ts';
import type { App } from './kit/http/app-context.ts';
import type { Config } from './kit/config.ts';
import { fullText, isDatabaseAway, isFull, isOverTime } from './kit/db/database-away.ts';
import { cutSlowSenders, longestRequestMs } from './kit/http/cut-slow-senders.ts';
import type { Database, Db } from './kit/db/database.ts';
import { StoreAway, storeAwayText, StoreClosed, storeClosedText, type Files } from './kit/files/files.ts';
import { FirmScope, readFirmTables, type FirmTables } from './kit/db/firm-scope.ts';
import type { Jobs } from './kit/jobs/jobs.ts';
import { readWaitingFiles } from './jobs/read-waiting-files.ts';
import { openMetrics } from './kit/http/metrics.ts';
import { isForLater, toRefusal } from './kit/refusal.ts';
import { readBodies } from './kit/http/read-body.ts';
import { RefusedCalls } from './kit/http/refused-calls.ts';
import { Sessions } from './kit/http/session.ts';
import { openOwnTurns } from './kit/http/in-own-turn.ts';
import { openShares } from './kit/shares.ts';
import { domains } from './domains.ts';
import { gatherHearers } from './kit/http/domain.ts';
import { mountPages } from './site/pages.ts';
import { readableAddress } from './site/readable-address.ts';

/** Request numbers that people can read out: four letters of this process, then a count. */
const requestNumbers = (): (() => string) => {
  const process = randomBytes(2).toString('hex');
  let count = randomBytes(3).readUIntBE(0, 3);
  return () => `${process}-${(count += 1).toString(36)}`;
};

const badRequest = '请求格式不正确';

/** What every answer carries; pages add their own policy. Nothing of a call is ever kept by a cache. */
const answerHeaders = (publicUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
});

/** The same connections, seeing one firm alone. */
const limitedTo = (db: Db, tables: FirmTables): App['dbOfFirm'] => {
  const scoped = new LRUCache<number, Db>({ max: 1000 });
  return (firmId) => {
    const known = scoped.get(firmId);
    if (known) return known;
    const ofFirm = db.withPlugin(new FirmScope(firmId, tables));
    scoped.set(firmId, ofFirm);
    return ofFirm;
  };
};

/** What calls and background work use the connections of their pool by. */
const accessTo = (
  db: Db,
  tables: FirmTables,
  endpoints: readonly Endpoint[],
): Pick<App, 'db' | 'dbOfFirm' | 'operatorById'> => ({
  db,
  dbOfFirm: limitedTo(db, tables),
  operatorById: (adminId) => loadOperator(db, adminId, endpoints),
});

/** Builds the server without listening: plugins, error answers, every domain, health, pages. */
export const buildApp = async (parts: {
  config: Config;
  database: Database;
  jobs: Jobs;
  files: Files;
  log: Logger;
  /** Folder of the built console and scan page; absent in API tests. */
  pagesRoot?: string;
  stopping?: AbortSignal;
  /** Where it answers, once that is opened. */
  door?: Door | undefined;
  /** Domains beside the product's own. */
  further?: ((app: App) => void)[];
}): Promise<App & { health: Health }> => {
  const { config, database, log } = parts;
  // What a schema has no words of its own for.
  configureZod(zhCN());
  const trustsProxy = readNetworks(config.trustedProxies)!;
  const fastify = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxy,
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: longestRequestMs,
    genReqId: requestNumbers(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8000 },
    rewriteUrl: ({ url }) => readableAddress(url!),
    // A call's address that cannot be read reaches no route, and so not the error answers below.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void reply.status(400).send({ code: Code.invalid, message: badRequest, data: null }),
    // Calls under way are answered when the process ends, those that come on their connections too; see close-server.ts.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...(parts.door && { serverFactory: parts.door.hand }),
  });
  watchConnections(fastify);
  cutSlowSenders(fastify);
  readBodies(fastify);
  fastify.setValidatorCompiler(() => () => true);
  fastify.setSerializerCompiler(() => (data) => JSON.stringify(data));

  const tables = await readFirmTables(database.db);
  const stopping = parts.stopping ?? new AbortController().signal;
  const endpoints: Endpoint[] = [];
  const shares = openShares(config.poolSize);
  const constraints: App['constraints'] = {};
  const refused = new RefusedCalls({ describe: toRefusedRow, write: (rows) => writeRefused(database.db, rows) }, log);
  fastify.addHook('onClose', () => refused.close());
  const calls = {
    ...parts,
    endpoints,
    constraints,
    ...accessTo(database.db, tables, endpoints),
    stopping,
    fastify,
    shopperDb: database.shopperDb,
    strangerDb: database.strangerDb,
    shopperDbOfFirm: limitedTo(database.shopperDb, tables),
    shares,
    inOwnTurn: openOwnTurns(),
    metrics: openMetrics(fastify, { database, shares, dataDir: config.dataDir, readFiles: readWaitingFiles }),
    audit: writeAudit,
    refused,
    sessions: new Sessions(
      {
        // Whose token it is nobody knows yet: what strangers make up is looked up over strangers' connections.
        load: (hash) => loadSession(database.strangerDb, hash, endpoints),
        prolong: (hash, expiresAt) => prolongSession(database.db, hash, expiresAt),
      },
      log,
    ),
  };
  const background: App = {
    ...calls,
    ...accessTo(database.backgroundDb, tables, endpoints),
    get background() {
      return background;
    },
  };
  const app: App = { ...calls, background };

  await fastify.register(multipart, {
    limits: { files: 1, fields: 20, parts: 21, headerPairs: 20, fieldSize: 100_000 },
  });

  const headers = answerHeaders(config.publicUrl);
  fastify.decorateRequest('address', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    const forwarded = request.headers['x-forwarded-for'];
    request.address = clientAddress(request.socket.remoteAddress, String(forwarded ?? ''), trustsProxy);
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  if (log.isLevelEnabled('debug'))
    fastify.addHook('onResponse', async (request, reply) => {
      const ms = Math.round(reply.elapsedTime);
      log.debug({
        reqId: request.id,
        method: request.method,
        url: request.url.split('?')[0],
        status: reply.statusCode,
        ms,
      });
    });
  fastify.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, constraints);
    // Of a file that was to be sent instead.
    for (const name of ['content-type', 'content-length', 'content-disposition']) reply.removeHeader(name);
    if (refusal && isForLater(refusal)) reply.header('retry-after', '2');
    if (refusal)
      return reply.status(200).send({ code: refusal.code, message: refusal.message, data: refusal.data ?? null });
    if (error.statusCode && error.statusCode < 500) {
      const message = error.statusCode === 413 ? '提交的内容过大' : badRequest;
      return reply.status(200).send({ code: Code.invalid, message, data: null });
    }
    const storeAway = error instanceof StoreAway;
    if (storeAway || isDatabaseAway(error) || isOverTime(error)) {
      log.warn({ reason: error.message, reqId: request.id, url: request.url.split('?')[0] }, 'not answered in time');
      if (storeAway) return reply.status(200).send({ code: Code.busy, message: storeAwayText, data: null });
      return reply.status(200).send({ code: Code.busy, message: codeText[Code.busy], data: null });
    }
    if (isFull(error)) {
      calls.metrics.full.inc();
      log.error({ reason: error.message, reqId: request.id, url: request.url.split('?')[0] }, 'no room left');
      return reply.status(200).send({ code: Code.busy, message: fullText, data: null });
    }
    log.error({ err: error, reqId: request.id, url: request.url.split('?')[0] }, 'fault');
    if (error instanceof StoreClosed)
      return reply.status(200).send({ code: Code.busy, message: storeClosedText, data: { requestId: request.id } });
    return reply.status(200).send({ code: Code.fault, message: codeText[Code.fault], data: { requestId: request.id } });
  });

  const hearers = gatherHearers(domains, parts);
  for (const db of [database.db, database.shopperDb, database.strangerDb, database.noticeDb]) hearOn(db, hearers);
  closePaths(fastify, config);
  await mountDocs(app);
  const health = mountHealth(app);
  for (const mount of [...domains.flatMap(({ mounts }) => mounts), ...(parts.further ?? [])]) mount(app);
  await mountPages(app, parts.pagesRoot);
  return { ...app, health };
};
