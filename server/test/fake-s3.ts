import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const signature =
  /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/test-region\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$/;

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/**
 * How the store answers: as it should; not at all; not to parts of an upload, nor to what clears it away; with a head and nothing behind it; with half a body, cut off; with 503.
 */
type Manner = 'well' | 'never' | 'no parts' | 'head only' | 'half' | 'overloaded';

/**
 * The few S3 calls the store makes, over HTTP, in memory. It wants a Signature Version 4 header of the right form and a
 * body that fits the signed hash, but does not compute the signature itself: it proves our use of the protocol, not the
 * client library's signing.
 */
export const startFakeS3 = async () => {
  const objects = new Map<string, { body: Buffer; type: string }>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let serial = 0;
  let manner: Manner = 'well';
  let asked = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''));
    asked += 1;
    const body = await bodyOf(request);
    if (manner === 'never') return undefined;
    if (manner === 'overloaded') return response.writeHead(503).end();
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    const say = (xml: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);

    if (!signature.test(request.headers.authorization ?? '')) return refuse(403, 'AccessDenied');
    const hash = request.headers['x-amz-content-sha256'];
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex'))
      return refuse(400, 'XAmzContentSHA256Mismatch');
    if (!url.pathname.startsWith('/bucket')) return refuse(404, 'NoSuchBucket');
    if (key === '') return response.writeHead(200).end();

    const uploadId = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${(serial += 1)}`;
      uploads.set(id, new Map());
      return say(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (uploadId) {
      if (manner === 'no parts') return undefined;
      const parts = uploads.get(uploadId);
      if (!parts) return refuse(404, 'NoSuchUpload');
      if (request.method === 'PUT') {
        parts.set(Number(url.searchParams.get('partNumber')), body);
        return response.writeHead(200, { etag: '"part"' }).end();
      }
      uploads.delete(uploadId);
      if (request.method === 'DELETE') return response.writeHead(204).end();
      const ordered = [...parts.entries()].toSorted(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(key, { body: Buffer.concat(ordered), type: '' });
      return say('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
    }

    if (request.method === 'PUT') {
      objects.set(key, { body, type: request.headers['content-type'] ?? '' });
      return response.writeHead(200, { etag: '"whole"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(404, 'NoSuchKey');
    const size = found.body.length;
    if (manner === 'head only' || manner === 'half') {
      response.writeHead(200, { 'content-length': size }).flushHeaders();
      if (manner === 'half') response.write(found.body.subarray(0, size / 2), () => response.destroy());
      return undefined;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined)
      return response
        .writeHead(200, { 'content-length': size })
        .end(request.method === 'HEAD' ? undefined : found.body);
    const part = found.body.subarray(Number(from), Number(to) + 1);
    return response
      .writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${size}`,
      })
      .end(part);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'test-region',
      bucket: 'bucket',
      accessKey: 'test-key',
      secretKey: 'test-secret',
      forcePathStyle: true,
    },
    /** Names stored, and multipart uploads that were neither finished nor given up. */
    names: () => [...objects.keys()],
    openUploads: () => uploads.size,
    asked: () => asked,
    answer: (how: Manner) => {
      manner = how;
    },
    close: () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()),
  };
};
