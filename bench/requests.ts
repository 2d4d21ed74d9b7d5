import autocannon from 'autocannon';
import { fork } from 'node:child_process';
import { openWorld } from './world.ts';

/** Requests a second of the built server against a bare Fastify route that returns the same bytes. */
const seconds = 6;

const rate = async (url: string, token: string): Promise<number> => {
  const shoot = (duration: number) =>
    autocannon({ url, connections: 16, duration, headers: { 'authori-zation': token } });
  await shoot(2);
  const result = await shoot(seconds);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
};

/** A route that only sends fixed bytes, in a process of its own like the server. */
const bare = async (body: string): Promise<{ url: string; close(): void }> => {
  const child = fork(new URL('./bare-route.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.send({ body });
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() };
};

const world = await openWorld();
try {
  const cases = [
    { name: 'authenticated call without data', path: '/api/admin/pass/isLogin', aim: 0.35 },
    { name: 'list', path: '/api/admin/system/role/list?page=1&limit=20', aim: 0.12 },
  ];
  // What autovacuum does within a minute of a real server's life.
  await world.pg.query('vacuum analyze');
  for (const { name, path, aim } of cases) {
    const url = `${world.url}${path}`;
    const body = await (await fetch(url, { headers: { 'authori-zation': world.token } })).text();
    const peer = await bare(body);
    const [ours, theirs] = [await rate(url, world.token), await rate(peer.url, world.token)];
    peer.close();
    const ratio = ours / theirs;
    console.log(
      `${name.padEnd(34)} ${ours.toFixed(0).padStart(7)}/s  bare Fastify ${theirs.toFixed(0).padStart(7)}/s  ratio ${ratio.toFixed(2)}  aim ≥ ${aim} ${ratio >= aim ? 'met' : 'MISSED'}`,
    );
  }
} finally {
  await world.close();
}
