import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, run } from './lib/run.mjs';

/**
 * Carries out the steps of the Dockerfile without Docker, each stage in a folder of its own in the place of a file system,
 * starts what the image would start, as the user it names where we are root, and asks it whether it is ready.
 */
const lines = readFileSync(at('Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() && !line.startsWith('#'));
const home = mkdtempSync(join(tmpdir(), 'zhuiyuan-image-'));
chmodSync(home, 0o755);

/** The state of the project as it is committed: what a build on another machine would be given. */
const context = join(home, 'context');
const stages = [];
const stage = () => stages.at(-1);

/** Absolute folders of the image lie below the folder of the stage. */
const inStage = (text, { root }) => text.replaceAll(/(^|[\s=])\/(app|data)\b/g, `$1${root}/$2`);

const shell = async (command, { root, workdir, env }) => {
  const { code } = await run('sh', ['-euc', inStage(command, { root })], {
    cwd: workdir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  if (code !== 0) throw new Error(`failed: RUN ${command}`);
};

const copy = (text) => {
  const [, from, source, target] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text) ?? [];
  if (!source) throw new Error(`not understood: COPY ${text}`);
  const origin = from ? stages.find(({ name }) => name === from).root : context;
  const to = join(stage().workdir, target);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(origin, source), to, { recursive: true, verbatimSymlinks: true });
};

const words = {
  FROM: (text) => {
    const name = / AS (\S+)$/.exec(text)?.[1] ?? 'image';
    const root = join(home, name);
    mkdirSync(root);
    stages.push({ name, root, workdir: root, env: {} });
  },
  WORKDIR: (text) => {
    stage().workdir = inStage(text, stage());
    mkdirSync(stage().workdir, { recursive: true });
  },
  ENV: (text) => {
    for (const pair of text.split(' ')) {
      const [name, value] = pair.split('=');
      stage().env[name] = inStage(value, stage());
    }
  },
  COPY: copy,
  RUN: (text) => shell(text, stage()),
  USER: (text) => ([stage().uid, stage().gid] = text.split(':').map(Number)),
  CMD: (text) => (stage().command = JSON.parse(text)),
  VOLUME: () => {},
  EXPOSE: () => {},
  STOPSIGNAL: () => {},
  HEALTHCHECK: (text) => (stage().check = JSON.parse(text.slice(text.indexOf('[')))),
};

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Starts the command of the image and waits until its own check says yes; then asks it to end. */
const prove = async ({ root, workdir, env, command, check, uid, gid }) => {
  const settings = { ...env, HOST: '127.0.0.1', PORT: String(await freePort()), PATH: process.env.PATH, DEMO: '0' };
  const asUser = process.getuid?.() === 0 ? { uid, gid } : {};
  if (process.getuid?.() === 0) chownSync(join(root, 'data'), uid, gid);
  const [program, ...args] = command;
  const server = spawn(program, args, { cwd: workdir, env: settings, stdio: 'inherit', ...asUser });
  const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code)));
  try {
    for (let tries = 0; ; tries += 1) {
      const { code } = await run(check[0], check.slice(1), { cwd: workdir, env: settings });
      if (code === 0) break;
      if (server.exitCode !== null || tries > 120) throw new Error('the image does not come up');
      await sleep(1000);
    }
    const ready = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
    const page = await fetch(`http://127.0.0.1:${settings.PORT}/login`);
    const html = await page.text();
    if (!ready.ok) throw new Error(`/readyz answers ${ready.status}`);
    if (!page.ok || !html.includes('<div id="root"')) throw new Error('the sign-in page is not served');
  } finally {
    server.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`it ended with ${code} instead of 0`);
};

try {
  const { code } = await run('git', ['clone', '--quiet', '--depth', '1', `file://${at()}`, context]);
  if (code !== 0) throw new Error('the project could not be cloned');
  for (const line of lines) {
    const [, word, text] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (!words[word]) throw new Error(`not understood: ${line}`);
    console.log(line);
    await words[word](text);
  }
  await prove(stage());
  console.log('\nThe image starts as its user, is ready, serves its pages and ends in order.');
} finally {
  if (existsSync(home)) rmSync(home, { recursive: true, force: true });
}
