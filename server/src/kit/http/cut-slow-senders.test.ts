import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutSlowSenders } from './cut-slow-senders.ts';

let fastify: FastifyInstance;
let port: number;
beforeAll(async () => {
  fastify = Fastify();
  cutSlowSenders(fastify, { body: 400, pause: 400 });
  await fastify.register(multipart);
  const say = async ({ body }: FastifyRequest) => {
    // Longer than a slow sender is given: who has sent is not cut off.
    await sleep(1000);
    return body;
  };
  const measure = async (request: FastifyRequest) => {
    const part = await request.file();
    // The bytes come before anybody reads them.
    await sleep(100);
    const bytes = (await part!.toBuffer()).length;
    // As long again, with a file.
    await sleep(1000);
    return { bytes };
  };
  fastify.route({ method: 'POST', url: '/text', handler: say });
  fastify.route({ method: 'POST', url: '/file', handler: measure });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (fastify.server.address() as AddressInfo).port;
});
afterAll(() => fastify.close());

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
const begin = (path: string, type: string, length: number): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.write(head(path, type, length));
  socket.on('error', () => undefined);
  return socket;
};
/** What the server said before it closed the connection. */
const heard = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await new Promise((closed) => socket.once('close', closed));
  return text;
};
const fileBody = (content: string) =>
  `--B\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--B--\r\n`;
const multipartType = 'multipart/form-data; boundary=B';

test('a connection on which nothing is asked is closed', async () => {
  const idle = connect(port, '127.0.0.1');
  expect(await heard(idle)).toBe('');
});

test('a body that drips is cut, one that comes in time may be worked on for longer', async () => {
  const slow = begin('/text', 'application/json', 1000);
  const drip = setInterval(() => slow.write(' '), 50);
  expect(await heard(slow)).toBe('');
  clearInterval(drip);

  const quick = begin('/text', 'application/json', 7);
  quick.write('{"a":1}');
  expect(await heard(quick)).toContain('{"a":1}');
});

test('a file that pauses is cut, one that comes slowly and steadily arrives whole', async () => {
  const body = fileBody('x'.repeat(100));
  const silent = begin('/file', multipartType, body.length);
  silent.write(body.slice(0, 90));
  expect(await heard(silent)).toBe('');

  const steady = begin('/file', multipartType, body.length);
  const answer = heard(steady);
  for (let at = 0; at < body.length; at += 20) {
    steady.write(body.slice(at, at + 20));
    // Slowly, yet with shorter pauses than are cut.
    await sleep(100);
  }
  expect(await answer).toContain('{"bytes":100}');
});
