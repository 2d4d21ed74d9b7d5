import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { isSafeName, StoreAway, StoreClosed, type Files } from './files.ts';

type Settings = NonNullable<Config['s3']>;

/** Largest object that is sent in one request; a longer stream goes up in parts of this size. */
const partBytes = 8 * 1024 * 1024;

/** How long the store may take, in milliseconds. A request that fails at once is tried a second time, one that got no answer in time is not. */
export interface StoreLimits {
  /** For a connection, a free one of {@link mostSockets} included. */
  connect: number;
  /** For its answer to a request that moves no content. */
  answer: number;
  /** For its answer to a part of an upload, sent whole. */
  part: number;
  /** For the next bytes of whatever it sends or takes. */
  silence: number;
}

const usualLimits: StoreLimits = { connect: 2_000, answer: 5_000, part: 60_000, silence: 10_000 };
const mostAttempts = 2;
const mostSockets = 50;

/** What is answered within so many milliseconds; nobody waits for it any longer. */
const soonOr = async <T>(asked: Promise<T>, ms: number): Promise<T> => {
  asked.catch(() => undefined);
  const late = sleep(ms, undefined, { ref: false }).then((): never => {
    throw new StoreAway('an upload was not cleared away in time');
  });
  return Promise.race([asked, late]);
};

const connect = async ({ endpoint, region, accessKey, secretKey, forcePathStyle }: Settings, limits: StoreLimits) => {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // several S3-compatible stores refuse the checksum trailers that are sent otherwise
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: mostAttempts,
    requestHandler: {
      connectionTimeout: limits.connect,
      requestTimeout: limits.part,
      throwOnRequestTimeout: true,
      socketTimeout: limits.silence,
      httpAgent: { maxSockets: mostSockets },
      httpsAgent: { maxSockets: mostSockets },
    },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          // Whoever waits for an upload to be cleared away has waited for the upload already.
          return await (commandName === 'AbortMultipartUploadCommand'
            ? soonOr(next(args), limits.connect)
            : next(args));
        } catch (error) {
          // Whoever said nothing in time is not asked again, or each limit would hold twice; the library would, where it saw the cause.
          if ((error as Error).name === 'TimeoutError') throw new StoreAway((error as Error).message);
          throw error;
        }
      },
    { step: 'deserialize', priority: 'low' },
  );
  return { s3, client, Upload };
};

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
};

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Whether the store refused by itself: it answered, and did not say that it cannot answer now. */
const isAnswer = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status < 500 && (error as { $fault?: string }).$fault !== undefined;
};

/** What failed as whoever asks is told it: the store is away, it does not let us in, or the fault as it is. */
const away = (error: unknown): Error => {
  const message = error instanceof Error ? error.message : String(error);
  if (!isAnswer(error)) return new StoreAway(message, { cause: error });
  return [401, 403].includes(statusOf(error)!) ? new StoreClosed(message, { cause: error }) : (error as Error);
};

/** The bytes of an answer, which may end before its end; fails at once where none come. */
const beginBody = async (body: Readable): Promise<Readable> => {
  const bytes: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const next = async () => {
    try {
      return await bytes.next();
    } catch (error) {
      throw away(error);
    }
  };
  const first = await next();
  const toTheEnd = async function* () {
    try {
      for (let one = first; !one.done; one = await next()) yield one.value;
    } finally {
      body.destroy();
    }
  };
  return Readable.from(toTheEnd(), { objectMode: false });
};

/** Files in a bucket of an S3-compatible store. The client library is loaded by the first use. */
export const filesOnS3 = (settings: Settings, limits = usualLimits): Files => {
  const Bucket = settings.bucket;
  let connection: ReturnType<typeof connect> | undefined;
  const connected = () => (connection ??= connect(settings, limits));
  const checked = (name: string): string => {
    if (!isSafeName(name)) throw new Error(`unsafe file name ${JSON.stringify(name)}`);
    return name;
  };
  const soon = { requestTimeout: limits.answer };
  /** What the store has under a name, or nothing. */
  const found = async <T>(act: Promise<T>): Promise<T | undefined> => {
    try {
      return await act;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw away(error);
    }
  };
  const put: Files['put'] = async (name, content, contentType = 'application/octet-stream') => {
    const Key = checked(name);
    const { client, Upload } = await connected();
    const params = { Bucket, Key, Body: content, ContentType: contentType };
    const upload = new Upload({ client, params, partSize: partBytes, queueSize: 2, leavePartsOnError: false });
    try {
      await upload.done();
    } catch (error) {
      if (error instanceof StoreAway) throw error;
      const isOurs = !Buffer.isBuffer(content) && content.errored;
      throw isOurs ? error : away(error);
    }
  };
  return {
    put,
    async adopt(path, name, contentType) {
      await put(name, createReadStream(path), contentType);
      await rm(path, { force: true });
    },
    async open(name, range) {
      if (!isSafeName(name)) return undefined;
      const { s3, client } = await connected();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await found(client.send(new s3.GetObjectCommand({ Bucket, Key: name, Range }), soon));
      if (!answer) return undefined;
      const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
      return {
        stream: await beginBody(answer.Body as Readable),
        size: whole ? Number(whole) : (answer.ContentLength ?? 0),
      };
    },
    async size(name) {
      if (!isSafeName(name)) return undefined;
      const { s3, client } = await connected();
      return (await found(client.send(new s3.HeadObjectCommand({ Bucket, Key: name }), soon)))?.ContentLength;
    },
    async remove(name) {
      const { s3, client } = await connected();
      await found(client.send(new s3.DeleteObjectCommand({ Bucket, Key: checked(name) }), soon));
    },
    async check() {
      const { s3, client } = await connected();
      await client.send(new s3.HeadBucketCommand({ Bucket }), soon);
    },
  };
};
