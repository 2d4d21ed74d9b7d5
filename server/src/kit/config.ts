import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readNetworks } from './address.ts';
import { makeDataFolder, writeKey } from './data-folder.ts';
import { isCommonPassword } from './is-common-password.ts';
import { unknownSetting } from './setting-names.ts';

const onOff = z.enum(['on', 'off'], 'must be on or off');
const text = z.string().trim();
const entries = text.transform((list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** Where an installation lies unless `DATA_DIR` says so. */
export const defaultDataDir = './data';

const settings = z.object({
  PORT: z.coerce.number('must be a port from 0 to 65535').int().min(0).max(65535).default(8080),
  HOST: text.min(1).default('127.0.0.1'),
  DATA_DIR: text.min(1).default(defaultDataDir),
  DATABASE_URL: text
    .regex(/^postgres(ql)?:\/\//, 'must look like postgres://user:password@host:5432/database')
    .optional(),
  ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  S3_REGION: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY: text.optional(),
  S3_SECRET_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: z.enum(['1', '0'], 'must be 1 or 0').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'must have 6 to 30 characters')
    .max(30, 'must have 6 to 30 characters')
    .regex(/^\S*$/, 'must not contain spaces')
    .refine((password) => !isCommonPassword(password), 'is one of the most used passwords; choose another')
    .optional(),
  DEMO: z.enum(['1', '0'], 'must be 1 or 0').default('1'),
  CAPTCHA: onOff.default('on'),
  MASTER_KEY: text.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  LOG_FORMAT: z.enum(['file', 'json'], 'must be file or json').optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    // The screens ask for `/api` and `/assets` of their host: below a path nothing of them would be found.
    .refine(
      (address) => /^https?:\/\/[^/?#]*\/*$/i.test(address),
      'must end after the host: no path, query or fragment',
    )
    .optional(),
  PG_POOL: z.coerce.number('must be a number from 2 to 200').int().min(2).max(200).default(10),
  TRUSTED_PROXIES: entries
    .refine(
      (list) => readNetworks(list),
      'must list addresses, networks like 10.0.0.0/8, or loopback, with commas between',
    )
    .default(['loopback']),
  OPEN_DOCS: onOff.optional(),
  OPEN_METRICS: onOff.optional(),
  HEALTH_PORT: z.coerce.number('must be a port from 0 to 65535').int().min(0).max(65535).optional(),
});

/** What the server runs with, read once at start. */
export type Config = {
  port: number;
  host: string;
  /** Absolute path of the folder for files, keys and the embedded database. */
  dataDir: string;
  /** Absent: the embedded database is used. */
  databaseUrl?: string;
  role: 'all' | 'api' | 'worker';
  /** Absent: files are kept below `dataDir`. */
  s3?: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKey: string;
    secretKey: string;
    forcePathStyle: boolean;
  };
  /** First password of the account `admin`; absent: a random one, printed once. */
  adminPassword?: string;
  demo: boolean;
  captcha: boolean;
  /** 32 bytes that encrypt stored secrets. */
  masterKey: Buffer;
  logLevel: string;
  /** Whether the log goes into files of the data folder, or on standard output for machines to read. */
  logFormat: 'file' | 'json';
  /** Address printed in codes and links, without a trailing slash. */
  publicUrl: string;
  poolSize: number;
  /** Networks whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Whether `/docs` and `/openapi.json` are shown to whoever asks. */
  opensDocs: boolean;
  /** Whether `/metrics` is shown on the product's own port. */
  opensMetrics: boolean;
  /** Where `/healthz`, `/readyz` and `/metrics` are answered on a port of their own; a worker, which answers nothing else, always has one. */
  healthPort?: number;
};

/** A setting that cannot be used; `message` is one line for the operator. */
export class BadSetting extends Error {
  override name = 'BadSetting';
}

const keyBytes = (value: string): Buffer => {
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (bytes.length !== 32) throw new BadSetting('MASTER_KEY must be 32 bytes, as 64 hex digits or base64');
  return bytes;
};

/** The key of an embedded installation lives beside its data, readable by its owner only. */
const ownMasterKey = (dataDir: string): Buffer => {
  const file = join(dataDir, 'master.key');
  try {
    makeDataFolder(dataDir);
    if (!existsSync(file)) writeKey(file, `${randomBytes(32).toString('hex')}\n`);
    chmodSync(file, 0o600);
    return keyBytes(readFileSync(file, 'utf8').trim());
  } catch (error) {
    if (error instanceof BadSetting) throw error;
    throw new BadSetting(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`);
  }
};

/** Reads and checks the settings; an empty value counts as unset. Throws `BadSetting`. */
export const parseConfig = (env: NodeJS.ProcessEnv): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const unknown = unknownSetting(Object.keys(given), Object.keys(settings.shape));
  if (unknown) throw new BadSetting(unknown);

  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BadSetting(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const value = parsed.data;

  const missing = s3Names.filter((name) => value[name] === undefined);
  const anyS3 = missing.length < s3Names.length || value.S3_FORCE_PATH_STYLE !== undefined;
  if (anyS3 && missing.length > 0)
    throw new BadSetting(`${missing.join(', ')} must be set too: the S3 settings go together`);
  if (value.DATABASE_URL && !value.MASTER_KEY) {
    throw new BadSetting('MASTER_KEY must be set when DATABASE_URL is set (32 bytes, as 64 hex digits or base64)');
  }

  const dataDir = resolve(value.DATA_DIR);
  // Who is reached by https stands in the open: what nobody opened is closed there.
  const isOpen = (chosenSwitch: 'on' | 'off' | undefined) =>
    (chosenSwitch ?? (value.PUBLIC_URL?.startsWith('https:') ? 'off' : 'on')) === 'on';
  const host = value.HOST.includes(':') ? `[${value.HOST}]` : value.HOST;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    role: value.ROLE,
    s3: anyS3
      ? {
          endpoint: value.S3_ENDPOINT!,
          region: value.S3_REGION!,
          bucket: value.S3_BUCKET!,
          accessKey: value.S3_ACCESS_KEY!,
          secretKey: value.S3_SECRET_KEY!,
          forcePathStyle: value.S3_FORCE_PATH_STYLE === '1',
        }
      : undefined,
    adminPassword: value.ADMIN_PASSWORD,
    demo: value.DEMO === '1',
    captcha: value.CAPTCHA === 'on',
    masterKey: value.MASTER_KEY ? keyBytes(value.MASTER_KEY) : ownMasterKey(dataDir),
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT ?? (value.DATABASE_URL ? 'json' : 'file'),
    publicUrl: (value.PUBLIC_URL ?? `http://${host}:${value.PORT}`).replace(/\/+$/, ''),
    poolSize: value.PG_POOL,
    trustedProxies: value.TRUSTED_PROXIES,
    opensDocs: isOpen(value.OPEN_DOCS),
    opensMetrics: isOpen(value.OPEN_METRICS),
    healthPort: value.HEALTH_PORT ?? (value.ROLE === 'worker' ? value.PORT : undefined),
  };
};

/** As {@link readConfig}, for a command that works on what is there: where `DATA_DIR` holds no installation it says so, and makes none. */
export const readOwnConfig = (env: NodeJS.ProcessEnv): Config => {
  const dataDir = resolve(env.DATA_DIR?.trim() || defaultDataDir);
  if (!env.DATABASE_URL?.trim() && !existsSync(join(dataDir, 'postgres.json'))) {
    process.stderr.write(`DATA_DIR ${dataDir} 里没有安装过的数据 / holds no installation\n`);
    process.exit(1);
  }
  return readConfig(env);
};

/** Reads the settings for the running process: a bad one ends it with one line and exit code 1. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  try {
    return parseConfig(env);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Bad setting: ${detail}\n`);
    process.exit(1);
  }
};
