import { roleApi } from '@zhuiyuan/contract/access/role';
import Fastify from 'fastify';
import { Agent, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { gate } from '../../test/gate.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { startServer, stopServers } from '../../test/servers.ts';
import { closeServer } from './close-server.ts';
import { callsAtOnce } from '../kit/http/in-own-turn.ts';

vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(stopServers);
afterAll(() => app.close());

/** One call on a connection that the client would like to keep. */
const ask = (agent: Agent, address: string, path: string, token = '', body?: object) =>
  new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'authori-zation': token };
    const call = request(`${address}${path}`, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += String(chunk)));
      answer.on('error', reject);
      answer.on('end', () => resolve({ body: text, connection: answer.headers.connection }));
    });
    call.on('error', reject);
    call.end(body && JSON.stringify(body));
  });

test('SIGTERM: calls under way get their whole answer and are committed, idle connections do not delay the end', async () => {
  const { server, exit, address } = await startServer(app, 'api');
  const { token } = await makeStaff(app, { permissions: ['admin:system:role:save'] });
  const { id: rules } = await app.db.selectFrom('menu').select('id').executeTakeFirstOrThrow();
  const calling = new Agent({ keepAlive: true });
  const idle = new Agent({ keepAlive: true });
  const silent = connect(Number(new URL(address).port), '127.0.0.1');
  silent.on('error', () => undefined);
  // Connections that were used before and wait for the next call.
  await Promise.all(Array.from({ length: 3 }, () => ask(idle, address, '/healthz')));

  const blocker = new pg.Client({ connectionString: app.database.pool.options.connectionString });
  await blocker.connect();
  await blocker.query('begin; lock table role in exclusive mode');
  const names = Array.from({ length: callsAtOnce }, (_, at) => `停机时${at}`);
  const calls = names.map((roleName) =>
    ask(calling, address, `/api${roleApi.save.path}`, token, { roleName, rules: String(rules) }),
  );
  await expect
    .poll(async () => {
      const { rows } = await blocker.query(`select count(*)::int as count from pg_locks where not granted`);
      return rows[0].count;
    })
    .toBe(callsAtOnce);

  const endingSince = Date.now();
  server.kill('SIGTERM');
  await expect.poll(() => ask(new Agent(), address, '/healthz').catch(() => 'refused')).toBe('refused');
  await blocker.query('commit');
  await blocker.end();
  for (const { body, connection } of await Promise.all(calls)) {
    expect(JSON.parse(body)).toMatchObject({ code: 200 });
    expect(connection).toBe('close');
  }
  expect(await exit).toBe(0);
  // Far below the patience for answers: nothing waited for the connections that ask for nothing.
  expect(Date.now() - endingSince).toBeLessThan(12_000);
  const saved = await app.db.selectFrom('role').select('roleName').where('roleName', 'in', names).execute();
  expect(saved).toHaveLength(callsAtOnce);
});

/** A server of one route that sends a piece every 50 ms, `pieces` times; `isUnderWay` when the first has left. */
const slowServer = async (pieces: number) => {
  const begun = gate();
  const fastify = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  fastify.get('/slow', (_request, reply) => {
    const body = async function* () {
      for (let at = 0; at < pieces; at += 1) {
        yield 'piece ';
        begun.open();
        // Slow by itself: an answer lasts as long as its pieces.
        await sleep(50);
      }
    };
    return reply.type('text/plain').send(Readable.from(body()));
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    fastify,
    isUnderWay: begun.opened,
    address: `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`,
  };
};
/** Notes whether answers had to be cut. */
const openLog = () => {
  const said: string[] = [];
  return { said, warn: (text: string) => void said.push(text) } as unknown as Logger & { said: string[] };
};

test('a download under way is finished, and its connection waits for no more', async () => {
  const log = openLog();
  const { fastify, address, isUnderWay } = await slowServer(20);
  const answer = ask(new Agent({ keepAlive: true }), address, '/slow');
  await isUnderWay;
  await closeServer(fastify, log);
  expect((await answer).body).toBe('piece '.repeat(20));
  expect(log.said).toEqual([]);
});

test('a download that does not come to an end is cut when the patience is over', async () => {
  const { fastify, address, isUnderWay } = await slowServer(10_000);
  const answer = ask(new Agent({ keepAlive: true }), address, '/slow').then(
    () => 'whole',
    () => 'cut',
  );
  await isUnderWay;
  const log = openLog();
  await closeServer(fastify, log, { withinMs: 500 });
  expect(await answer).toBe('cut');
  expect(log.said).toHaveLength(1);
});
