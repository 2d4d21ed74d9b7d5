import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { createStream } from 'rotating-file-stream';
import type { Config } from './config.ts';

/** An error of the database carries its whole connection, which nobody wants to read. */
const err = (error: Error): object => {
  const { client: _client, ...rest } = pino.stdSerializers.err(error) as pino.SerializedError & { client?: unknown };
  return rest;
};

/** A day's file at most, and of so many megabytes; as many are kept as a fortnight has days. */
const rotation = { interval: '1d', size: '20M', maxFiles: 14, initialRotation: true } as const;

const openFile = (dataDir: string) => {
  const folder = join(dataDir, 'logs');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The stream would open it later, when nobody can be told any more that nothing is written down.
    closeSync(openSync(join(folder, 'zhuiyuan.log'), 'a', 0o600));
  } catch (error) {
    throw new Error(`the log cannot be written in ${folder}: ${(error as Error).message}`, { cause: error });
  }
  return createStream('zhuiyuan.log', { path: folder, mode: 0o600, ...rotation });
};

/**
 * The log of the process, one JSON object a line: into `logs` of the data folder, or for machines on standard output. `end` writes what is
 * left of it. Throws where its file cannot be written.
 */
export const openLog = ({
  logLevel,
  logFormat,
  dataDir,
}: Pick<Config, 'logLevel' | 'logFormat' | 'dataDir'>): { log: Logger; end: () => Promise<void> } => {
  // A terminal that was closed, or a disk that is full, must not keep the process from ending in order.
  const ignore = (): void => {};
  process.stdout.on('error', ignore);
  const options = { level: logLevel, base: null, serializers: { err } };
  if (logFormat === 'json') {
    const output = pino.destination({ sync: false });
    output.on('error', ignore);
    return { log: pino(options, output), end: () => new Promise((done) => output.flush(() => done())) };
  }
  const file = openFile(dataDir);
  file.on('error', ignore);
  return { log: pino(options, file), end: () => new Promise((done) => file.end(done)) };
};
