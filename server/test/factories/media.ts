import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { Uploaded } from '@zhuiyuan/contract/media/upload';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Envelope, TestApp } from '../app.ts';
import sharp from '../sharp.ts';

/** A file as a browser sends it. */
export interface SentFile {
  name: string;
  content: Buffer;
  field?: string;
  type?: string;
}

/** A multipart body and its boundary. */
export const multipart = ({ name, content, field = 'multipart', type = 'application/octet-stream' }: SentFile) => {
  const boundary = `----${randomBytes(8).toString('hex')}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return { boundary, body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]) };
};

/** Uploads in process and answers the envelope. */
export const upload = async (
  app: TestApp,
  token: string,
  endpoint: Endpoint,
  file: SentFile,
  target: Record<string, string> = { model: 'store', pid: '0' },
): Promise<Envelope<Uploaded>> => {
  const { boundary, body } = multipart(file);
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/api${endpoint.path}`,
    query: target,
    headers: { 'authori-zation': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: body,
  });
  return answer.json();
};

/** Sends some bytes of an upload over a real connection that says it will send more, then breaks it once they have arrived. */
export const breakUpload = async (
  app: TestApp,
  token: string,
  path: string,
  file: SentFile,
  share: number,
): Promise<void> => {
  const { boundary, body } = multipart(file);
  const { port } = app.fastify.server.address() as AddressInfo;
  const sending = request({
    port,
    method: 'POST',
    path: `/api${path}?model=store&pid=0`,
    headers: {
      'authori-zation': token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  sending.on('error', () => undefined);
  const arrived = once(app.fastify.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const part = body.subarray(0, Math.floor(body.length * share));
  sending.write(part);
  const [received, answer] = await arrived;
  await expect.poll(() => received.socket.bytesRead).toBeGreaterThan(part.length);
  const closed = once(answer, 'close');
  sending.destroy();
  await closed;
};

/** Streams an upload over a real connection without saying its length, as fast as the server takes it. */
export const streamUpload = async (
  app: TestApp,
  token: string,
  path: string,
  name: string,
  content: Readable,
): Promise<Envelope<Uploaded>> => {
  const { boundary, body } = multipart({ name, content: Buffer.from('@@') });
  const [head, tail] = body.toString('latin1').split('@@') as [string, string];
  const { port } = app.fastify.server.address() as AddressInfo;
  const sending = request({
    port,
    method: 'POST',
    path: `/api${path}?model=store&pid=0`,
    headers: { 'authori-zation': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answer = new Promise<Envelope<Uploaded>>((answered, failed) => {
    sending.on('error', failed);
    sending.on(
      'response',
      (response) => void json(response).then((envelope) => answered(envelope as Envelope<Uploaded>), failed),
    );
  });
  sending.write(head, 'latin1');
  for await (const piece of content) if (!sending.write(piece)) await once(sending, 'drain');
  sending.end(tail, 'latin1');
  return answer;
};

/** A picture of one colour. */
export const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png', width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3494F4' } })
    .toFormat(format)
    .toBuffer();

/** The smallest bitmap: two pixels wide, one high. */
export const bitmap = (): Buffer => {
  const pixels = Buffer.alloc(8);
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(head.length + pixels.length, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(2, 18);
  head.writeInt32LE(1, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, pixels]);
};

/** The head of an mp4 with as many bytes behind it as wanted. */
export const video = (size = 100): Buffer => {
  const head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length))]);
};
