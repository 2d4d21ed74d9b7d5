import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { builtProgram, runServer, stopServers } from '../../test/servers.ts';
import { firstRoom, requireRoom } from '../kit/data-folder.ts';

vi.setConfig({ testTimeout: 180_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-unusable-'));
  // The account of the database has to pass, or it would be kept elsewhere.
  chmodSync(folder, 0o755);
});
afterEach(stopServers);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const make = (name: string): string => {
  const made = join(folder, name);
  mkdirSync(made);
  return made;
};

/** What a start that cannot be ends with: its code, and everything it said. */
const refused = async (dataDir: string) => {
  const { said, exit } = runServer({ DATA_DIR: dataDir });
  return { code: await exit, output: said.output, errors: said.errors.trim().split('\n') };
};

test('logs that are a file end the start with one line that names them, before anything is begun', async () => {
  const dataDir = make('file for logs');
  writeFileSync(join(dataDir, 'logs'), '');
  expect(await refused(dataDir)).toEqual({
    code: 1,
    output: '',
    errors: [
      expect.stringMatching(`^启动失败 / cannot start: the log cannot be written in ${join(dataDir, 'logs')}: EEXIST`),
    ],
  });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('a log that cannot be opened ends the start in the same way, and not in silence', async () => {
  const dataDir = make('folder for log');
  mkdirSync(join(dataDir, 'logs/zhuiyuan.log'), { recursive: true });
  expect(await refused(dataDir)).toEqual({
    code: 1,
    output: '',
    errors: [expect.stringMatching(`the log cannot be written in ${join(dataDir, 'logs')}: EISDIR`)],
  });
});

test('a data folder that is a file ends the start with one line that names it', async () => {
  const dataDir = join(folder, 'file');
  writeFileSync(dataDir, '');
  expect(await refused(dataDir)).toEqual({
    code: 1,
    output: '',
    errors: [expect.stringMatching(`^Bad setting: DATA_DIR ${dataDir} cannot be used: EEXIST`)],
  });
});

test('pages whose folder cannot be made end npm start with one line that names it', async () => {
  // A clone in which everything is built, so that nothing but the start is tried.
  const clone = make('clone');
  cpSync(join(import.meta.dirname, '../../../scripts'), join(clone, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json']) {
    mkdirSync(join(clone, 'node_modules'), { recursive: true });
    writeFileSync(join(clone, name), '{ "type": "module", "packages": {} }');
  }
  const { href } = pathToFileURL(join(clone, 'scripts/lib/stale.mjs'));
  const stale = (await import(/* @vite-ignore */ href)) as {
    parts: Record<string, { result: string }>;
    stateOf: (part: string) => object;
    markBuilt: (part: string, state: object) => void;
  };
  for (const [part, { result }] of Object.entries(stale.parts)) {
    stale.markBuilt(part, stale.stateOf(part));
    writeFileSync(join(clone, result), '');
  }
  const assets = join(clone, 'console/dist/assets');
  writeFileSync(assets, '');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'scripts/start.mjs')], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.stringContaining(`'${assets}'`)]]);
});

test('a disk with too little room is told with its figures, one with enough is not', () => {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  const absent = join(folder, 'not/there/yet');
  expect(() => requireRoom(absent, 1)).not.toThrow();
  expect(() => requireRoom(absent, free * 2)).toThrow(
    new RegExp(`^not enough disk for ${absent}: \\d+ MB are free, a new database needs ${free * 2} MB$`),
  );
});

/** How a command is run with a disk of its own, which nobody else sees and which is gone with it. */
const besideDisk = [...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount', 'sh', '-euc'];
const canMount = spawnSync('unshare', [...besideDisk, `mount -t tmpfs none '${tmpdir()}'`]).status === 0;

/** A first start on a disk of so many megabytes, after some command; what is on the disk afterwards is its last output. */
const startOnDisk = async (megabytes: number, dataDir: string, { demo = '1', before = 'true' } = {}) => {
  const script = `
    mount -t tmpfs -o size=${megabytes}m,mode=755 none "$DATA_DIR"
    ${before}
    code=0
    timeout 150 "$NODE" "$MAIN" || code=$?
    ls "$DATA_DIR"
    exit $code`;
  const env = { NODE: process.execPath, MAIN: builtProgram('main'), DATA_DIR: dataDir, DEMO: demo, PORT: '0' };
  return new Promise<{ code: string | number; left: string[]; errors: string[] }>((resolve) => {
    execFile('unshare', [...besideDisk, script], { env: { PATH: process.env.PATH, ...env } }, (error, out, errors) =>
      resolve({ code: error?.code ?? 0, left: out.trim().split('\n'), errors: errors.trim().split('\n') }),
    );
  });
};

test.runIf(canMount).each([
  { demo: '0', megabytes: 64 },
  { demo: '1', megabytes: firstRoom({ demo: true }) - 10 },
])('a first start with DEMO=$demo on a disk of $megabytes MB is refused with one line', async ({ demo, megabytes }) => {
  const dataDir = make(`disk ${megabytes}`);
  const needed = firstRoom({ demo: demo === '1' });
  const where = join(dataDir, 'postgres');
  expect(await startOnDisk(megabytes, dataDir, { demo })).toEqual({
    code: 1,
    // Nothing of a database.
    left: ['logs', 'master.key'],
    errors: [
      expect.stringMatching(
        `^启动失败 / cannot start: not enough disk for ${where}: \\d+ MB are free, a new database needs ${needed} MB$`,
      ),
    ],
  });
});

test.runIf(canMount)('a disk without any room leaves no half key behind', async () => {
  const dataDir = make('full');
  const before = 'head -c 2m /dev/zero > "$DATA_DIR/filler" 2> /dev/null || true';
  expect(await startOnDisk(1, dataDir, { before })).toEqual({
    code: 1,
    left: ['filler'],
    errors: [expect.stringMatching(`^Bad setting: DATA_DIR ${dataDir} cannot be used: ENOSPC`)],
  });
});
