import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BadSetting, parseConfig } from './config.ts';

const key = 'a'.repeat(64);
const s3 = {
  S3_ENDPOINT: 'https://s3.test',
  S3_REGION: 'cn',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
};
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-config-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

const parse = (env: NodeJS.ProcessEnv) => parseConfig({ DATA_DIR: dataDir, ...env });

test('nothing set gives the embedded database and the demo on the loopback address', () => {
  const config = parse({});
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    role: 'all',
    demo: true,
    captcha: true,
    poolSize: 10,
    dataDir,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.s3).toBeUndefined();
  expect(config.publicUrl).toBe('http://127.0.0.1:8080');
});

test('the key of an installation is made once and readable by its owner only', () => {
  const first = parse({}).masterKey;
  expect(first).toHaveLength(32);
  expect(parse({}).masterKey).toEqual(first);
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'master.key'), 'utf8').trim()).toBe(first.toString('hex'));
});

test('proxies are believed on loopback alone unless the setting names others', () => {
  expect(parse({}).trustedProxies).toEqual(['loopback']);
  expect(parse({ TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16,loopback,' }).trustedProxies).toEqual([
    '10.0.0.5',
    '10.1.0.0/16',
    'loopback',
  ]);
  for (const wrong of ['proxy.test', '10.0.0.0/40', '10.0.0.5 10.0.0.6'])
    expect(() => parse({ TRUSTED_PROXIES: wrong })).toThrow(/^TRUSTED_PROXIES must list addresses, networks/);
});

test('docs and metrics are closed on https unless they are opened, and open on http unless they are closed', () => {
  const open = (env: NodeJS.ProcessEnv) => {
    const { opensDocs, opensMetrics } = parse(env);
    return [opensDocs, opensMetrics];
  };
  expect(open({})).toEqual([true, true]);
  expect(open({ PUBLIC_URL: 'http://codes.test' })).toEqual([true, true]);
  expect(open({ OPEN_DOCS: 'off' })).toEqual([false, true]);
  expect(open({ PUBLIC_URL: 'https://codes.test' })).toEqual([false, false]);
  expect(open({ PUBLIC_URL: 'https://codes.test', OPEN_METRICS: 'on' })).toEqual([false, true]);
});

test('a key is taken as hex or base64', () => {
  expect(parse({ MASTER_KEY: key }).masterKey.toString('hex')).toBe(key);
  expect(parse({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }).masterKey).toEqual(Buffer.alloc(32, 7));
});

test('an empty setting counts as unset', () => {
  expect(parse({ PORT: '', S3_ENDPOINT: ' ', ADMIN_PASSWORD: '' })).toMatchObject({
    port: 8080,
    adminPassword: undefined,
  });
});

test('S3 settings go together', () => {
  expect(parse({ ...s3, S3_FORCE_PATH_STYLE: '1' }).s3).toMatchObject({
    endpoint: 'https://s3.test',
    forcePathStyle: true,
  });
});

test('the public address loses its trailing slash', () => {
  expect(parse({ PUBLIC_URL: 'https://q.example.cn/' }).publicUrl).toBe('https://q.example.cn');
});

describe('is refused with one line', () => {
  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['a port that is none', { PORT: '80a' }, 'PORT must be a port from 0 to 65535'],
    ['a port out of range', { PORT: '70000' }, 'PORT must be a port from 0 to 65535'],
    ['an unknown role', { ROLE: 'web' }, 'ROLE must be all, api or worker'],
    [
      'another kind of database',
      { DATABASE_URL: 'mysql://x', MASTER_KEY: key },
      'DATABASE_URL must look like postgres://user:password@host:5432/database',
    ],
    [
      'a database without the key',
      { DATABASE_URL: 'postgres://x' },
      'MASTER_KEY must be set when DATABASE_URL is set (32 bytes, as 64 hex digits or base64)',
    ],
    ['a short key', { MASTER_KEY: 'abc' }, 'MASTER_KEY must be 32 bytes, as 64 hex digits or base64'],
    ['a short password', { ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD must have 6 to 30 characters'],
    ['a password with a space', { ADMIN_PASSWORD: ' tea-and-rain' }, 'ADMIN_PASSWORD must not contain spaces'],
    [
      'a password that everybody has',
      { ADMIN_PASSWORD: 'Admin@123' },
      'ADMIN_PASSWORD is one of the most used passwords; choose another',
    ],
    ['half of the S3 settings', { ...s3, S3_BUCKET: '' }, 'S3_BUCKET must be set too: the S3 settings go together'],
    ['an unknown S3 setting', { S3_PREFIX: 'x' }, 'S3_PREFIX is not a setting'],
    ['an unknown setting of ours', { ZY_MODE: 'x' }, 'ZY_MODE is not a setting'],
    ['a typo', { DATABSE_URL: 'x' }, 'DATABSE_URL is not a setting; did you mean DATABASE_URL?'],
    ['a swap in a short name', { POTR: '1' }, 'POTR is not a setting; did you mean PORT?'],
    ['a missing underscore', { DATADIR: 'x' }, 'DATADIR is not a setting; did you mean DATA_DIR?'],
    ['a typo in an S3 setting', { S3_BUCKT: 'x' }, 'S3_BUCKT is not a setting; did you mean S3_BUCKET?'],
    ['a lower-case setting', { captcha: 'off' }, 'captcha is not a setting; did you mean CAPTCHA?'],
    ['a captcha of another kind', { CAPTCHA: 'false' }, 'CAPTCHA must be on or off'],
    ['a public address that is none', { PUBLIC_URL: 'example.cn' }, 'PUBLIC_URL must be an http or https address'],
    [
      'a public address below a path',
      { PUBLIC_URL: 'https://example.cn/trace/' },
      'PUBLIC_URL must end after the host: no path, query or fragment',
    ],
    [
      'a public address with a query',
      { PUBLIC_URL: 'https://example.cn?from=code' },
      'PUBLIC_URL must end after the host: no path, query or fragment',
    ],
  ])('%s', (_, env, line) => {
    expect(() => parse(env)).toThrow(new BadSetting(line));
  });
});

test('the environment of an ordinary machine passes', () => {
  const names = [
    'HOME',
    'PATH',
    'USER',
    'HOSTNAME',
    'LOGNAME',
    'PWD',
    'SHELL',
    'TERM',
    'LANG',
    'TZ',
    'EDITOR',
    'DEBUG',
    'NODE_ENV',
    'npm_config_user_agent',
  ];
  names.push(
    'http_proxy',
    'PGPASSWORD',
    'PGDATA',
    'POSTGRES_PASSWORD',
    'MODE',
    'POST',
    'SHOST',
    'DATABASE',
    'LOG_FILE',
    'CI',
    'MAIL',
    'DISPLAY',
    'XDG_DATA_DIRS',
    'PORTS',
    'AWS_REGION',
    'CAPTCHA_KEY',
  );
  expect(() => parse(Object.fromEntries(names.map((name) => [name, 'x'])))).not.toThrow();
});
