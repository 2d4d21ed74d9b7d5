import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Config } from './config.ts';
import { isSafeName, type Files } from './files.ts';

type Settings = NonNullable<Config['s3']>;

/** Largest object that is sent in one request; a longer stream goes up in parts of this size. */
const partBytes = 8 * 1024 * 1024;

const connect = async ({ endpoint, region, accessKey, secretKey, forcePathStyle }: Settings) => {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // several S3-compatible stores refuse the checksum trailers that are sent otherwise
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { s3, client, Upload };
};

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
};

/** Files in a bucket of an S3-compatible store. The client library is loaded by the first use. */
export const filesOnS3 = (settings: Settings): Files => {
  const Bucket = settings.bucket;
  let connection: ReturnType<typeof connect> | undefined;
  const connected = () => (connection ??= connect(settings));
  const checked = (name: string): string => {
    if (!isSafeName(name)) throw new Error(`unsafe file name ${JSON.stringify(name)}`);
    return name;
  };
  const sizeOf = async (name: string): Promise<number | undefined> => {
    if (!isSafeName(name)) return undefined;
    const { s3, client } = await connected();
    try {
      return (await client.send(new s3.HeadObjectCommand({ Bucket, Key: name }))).ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const put: Files['put'] = async (name, content, contentType = 'application/octet-stream') => {
    const Key = checked(name);
    const { client, Upload } = await connected();
    const params = { Bucket, Key, Body: content, ContentType: contentType };
    await new Upload({ client, params, partSize: partBytes, queueSize: 2, leavePartsOnError: false }).done();
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
      try {
        const found = await client.send(
          new s3.GetObjectCommand({
            Bucket,
            Key: name,
            ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          }),
        );
        const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
        return { stream: found.Body as Readable, size: whole ? Number(whole) : (found.ContentLength ?? 0) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    size: sizeOf,
    async remove(name) {
      const { s3, client } = await connected();
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: checked(name) }));
    },
    async check() {
      const { s3, client } = await connected();
      await client.send(new s3.HeadBucketCommand({ Bucket }));
    },
  };
};
