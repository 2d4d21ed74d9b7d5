import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorld } from './world.ts';

/**
 * Lighthouse over the shopper's page on a telephone, the sign-in page and ten screens at a desk, of the built product with its
 * demo data. What it needs is fetched into a folder of its own, `LIGHTHOUSE_HOME`, and is no part of an installation.
 */
const runs = Number(process.argv[2] ?? 3);
const aims = { performance: 98, accessibility: 100, 'best-practices': 100 };
const mostShift = 0.05;
const screens = [
  '/dashboard',
  '/identity/taskManager',
  '/identity/identityManager',
  '/identity/productManager',
  '/identity/productCreat',
  '/identity/firmManager',
  '/identity/agentManager',
  '/identity/selectManager',
  '/identity/identityHomeManager',
  '/operation/roleManager/identityManager',
];

interface Result {
  name: string;
  url: string;
  shown: string;
  scores: Record<keyof typeof aims, number>;
  times: Record<string, number>;
  lost: string[];
}

const home = process.env.LIGHTHOUSE_HOME ?? join(tmpdir(), 'zhuiyuan-lighthouse');
if (!existsSync(join(home, 'node_modules/lighthouse'))) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  // Lighthouse asks for a newer Node than the product does; an npm package carries it.
  execFileSync('npm', ['install', '--prefix', home, 'node@22', 'lighthouse@13'], { stdio: 'inherit' });
}

const world = await openWorld({ hasDemo: true });
const ask = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${world.url}/api${path}`, { headers: { 'authori-zation': world.token } });
  return ((await answer.json()) as { data: T }).data;
};

try {
  const { list } = await ask<{ list: { id: number }[] }>('/admin/identity/task/list?page=1&limit=1');
  const [sample] = await ask<{ code: string }[]>(`/admin/identity/task/sample?taskId=${list[0]!.id}`);
  const cookie = { name: 'Authori-zation', value: world.token, domain: '127.0.0.1', path: '/' };
  const pages = [
    { name: "shopper's page, telephone", url: `${world.url}/c/${sample!.code}`, isPhone: true },
    { name: 'sign-in page', url: `${world.url}/login` },
    ...screens.map((path) => ({ name: path, url: `${world.url}${path}`, cookie })),
  ];
  const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const { stdout, status } = spawnSync(
    join(home, 'node_modules/node/bin/node'),
    [new URL('lighthouse/run.mjs', import.meta.url).pathname, JSON.stringify({ home, chromium, pages, runs })],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 },
  );
  const results = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Result);
  if (status !== 0 || results.length !== pages.length) process.exitCode = 1;
  console.log('| page | performance | accessibility | best practices | first paint | largest | blocked | shift |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { name, scores, times } of results)
    console.log(
      `| ${name} | ${Object.keys(aims)
        .map((aim) => scores[aim as keyof typeof aims])
        .join(
          ' | ',
        )} | ${(times['first-contentful-paint']! / 1000).toFixed(2)} s | ${(times['largest-contentful-paint']! / 1000).toFixed(2)} s | ${times['total-blocking-time']!.toFixed(0)} ms | ${times['cumulative-layout-shift']!.toFixed(3)} |`,
    );
  for (const { name, url, shown, scores, times, lost } of results) {
    const missed = Object.entries(aims).filter(([aim, least]) => scores[aim as keyof typeof aims] < least);
    if (new URL(shown).pathname !== new URL(url).pathname) console.log(`${name} leads to ${shown}`);
    else if (missed.length === 0 && times['cumulative-layout-shift']! < mostShift) continue;
    process.exitCode = 1;
    console.log(`MISSED ${name}: ${lost.join('; ')}`);
  }
} finally {
  await world.close();
}
