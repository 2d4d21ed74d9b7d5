import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/factories/access.ts';

let app: TestApp;
let token: string;
let pagesRoot: string;
const unhandled: unknown[] = [];
const keep = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  pagesRoot = await mkdtemp(join(tmpdir(), 'zhuiyuan-pages-'));
  for (const folder of ['console/dist/assets', 'scan/dist/assets'])
    await mkdir(join(pagesRoot, folder), { recursive: true });
  for (const file of ['console/dist/index.html', 'console/dist/login.html', 'scan/dist/index.html'])
    await writeFile(join(pagesRoot, file), '<html></html>');
  app = await openTestApp({ pagesRoot });
  token = await openRoot(app);
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  process.on('unhandledRejection', keep);
});
afterAll(async () => {
  process.off('unhandledRejection', keep);
  await app.close();
  await rm(pagesRoot, { recursive: true, force: true });
});

/** Sends bytes as they are and answers the status and whatever else came. Latin-1: one character is one byte. */
const exchange = (bytes: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    const done = () => {
      socket.destroy();
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0),
        body: answer.slice(answer.indexOf('\r\n\r\n') + 4),
      });
    };
    socket.setEncoding('latin1');
    socket.setTimeout(5000, () => reject(new Error(`no answer to ${bytes.slice(0, 80)}`)));
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('end', done);
    // The server may end a call it refuses while it is still being sent.
    socket.on('error', done);
    socket.write(bytes, 'latin1');
  });

const get = (target: string, headers = '', method = 'GET') =>
  exchange(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
const post = (target: string, body: string, type = 'application/json', headers = '') =>
  exchange(
    `POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthori-zation: ${token}\r\n${type ? `Content-Type: ${type}\r\n` : ''}` +
      `Content-Length: ${body.length}\r\n${headers}\r\n${body}`,
  );
const codeOf = (body: string): unknown => (JSON.parse(body) as { code: unknown }).code;

describe('an address', () => {
  const odd = [
    '%',
    '%E4',
    '%E4%',
    '%00',
    '%ED%A0%80',
    '%FF%FE',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/',
    '//',
    '\\',
    '%5C',
    'a'.repeat(9000),
  ];
  const roots = [
    '/',
    '/c/',
    '/s/',
    '/01/',
    '/01/09506000134352/21/',
    '/01/1/10/x/21/',
    '/id/88.7.7/',
    '/api/id/88.7.7/',
    '/media/',
    '/media/a/',
    '/assets/',
    '/scan/assets/',
    '/docs/',
    '/docs/static/',
    '/admin/system/role/info/',
    '/api/admin/system/role/info/',
    '/common/',
    '/trace?code=',
    '/api/public/trace/paper?key=',
    '/api/common/download?fileName=',
    '/api/admin/system/role/list?roleName=',
    '/openapi.json?',
    '/healthz?',
  ];
  it('of bad percent signs, NUL or too many letters is answered, below 500, wherever it stands', async () => {
    const wrong: string[] = [];
    for (const root of roots)
      for (const part of odd)
        for (const method of ['GET', 'HEAD'])
          for (const end of ['', '.png']) {
            const { status, body } = await get(`${root}${part}${end}`, `Authori-zation: ${token}\r\n`, method);
            if (status < 200 || status >= 500 || body.includes('"code":500'))
              wrong.push(`${method} ${root}${part.slice(0, 30)}${end} ${status} ${body.slice(0, 80)}`);
          }
    expect(wrong).toEqual([]);
  });

  it('that cannot be read says so in the envelope', async () => {
    const { status, body } = await get('/api/admin/system/role/info/%E4%');
    expect([status, codeOf(body)]).toEqual([400, 400]);
  });

  it('with any method is answered below 500', async () => {
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'LINK', 'QUERY'])
      for (const target of ['/', '/api/admin/login', '/media/a.png', '/c/a', '*']) {
        const { status } = await get(target, '', method);
        expect([method, target, status >= 200 && status < 500]).toEqual([method, target, true]);
      }
    for (const line of ['FOO / HTTP/1.1', 'GET / HTTP/9.9', 'GET /', 'GET  / HTTP/1.1', 'CONNECT a:1 HTTP/1.1', '\0'])
      expect((await exchange(`${line}\r\nHost: a\r\nConnection: close\r\n\r\n`)).status).toBeLessThan(500);
  });
});

describe('a header', () => {
  const odd: [what: string, line: string, status?: number][] = [
    ['100 KB of token', `Authori-zation: ${'a'.repeat(100_000)}`, 431],
    ['NUL', 'X-Token: a\0b', 400],
    ['bytes', 'X-Token: \xe4\xff\xed\xa0\x80'],
    ['a token of 15 KB', `Authorization: Bearer ${'a'.repeat(15_000)}`],
    ['cookies', 'Cookie: =; ;;a=%; b="\\; __proto__=1; token=%E4%'],
    ['a range', 'Range: bytes=99999999999999999999-'],
    ['a range backwards', 'Range: bytes=-0,5-1,-'],
    ['a condition', 'If-Modified-Since: 9999999-99-99\r\nIf-None-Match: "\xff'],
    ['encodings', 'Accept-Encoding: \xff;q=9\r\nAccept: \xff'],
    ['a second host', 'X-Forwarded-Host: [::\r\nX-Forwarded-Proto: \xff'],
    ['an odd host', 'X-Forwarded-Host: a\xff%00:99999999'],
    ['a browser', `User-Agent: ${'\xf0\x9f\x98\x80'.repeat(200)}`],
    ['a scan token', 'X-Scan-Token: \xff.\xff'],
    ['lengths', 'Content-Length: -1', 400],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2', 400],
    ['an upgrade', 'Upgrade: websocket\r\nConnection: upgrade'],
    ['an expectation', 'Expect: 999-never'],
  ];
  it.each(odd)('with %s is answered below 500', async (_what, line, expected) => {
    for (const target of [
      '/',
      '/c/a',
      '/api/admin/login/info',
      '/media/a.png',
      '/docs/static/index.html',
      '/healthz',
    ]) {
      const { status, body } = await get(target, `${line}\r\n`);
      expect([target, status >= 200 && status < 500, body.includes('"code":500')]).toEqual([target, true, false]);
      if (expected) expect(status).toBe(expected);
    }
  });

  it('naming an odd host is answered below 500', async () => {
    for (const host of ['[', '[::', 'a:b', '\xff', 'a b', '', 'a:999999', '%00', '..', '@', 'a/b'])
      for (const target of ['/', '/x/y', '/c/a', '/s/a', '/api/public/trace/scan']) {
        const { status, body } = await exchange(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect([host, target, status >= 200 && status < 500, body.includes('"code":500')]).toEqual([
          host,
          target,
          true,
          false,
        ]);
      }
  });
});

describe('a body', () => {
  const save = '/admin/system/role/save';
  const bodies: [what: string, type: string, body: string][] = [
    ['nothing', 'application/json', ''],
    ['a broken object', 'application/json', '{"a":'],
    ['bytes', 'application/json', '\xff\xfe\0'],
    ['a number', 'application/json', '5'],
    ['a text', 'application/json', '"a"'],
    ['null', 'application/json', 'null'],
    ['a list', 'application/json', '[1,2]'],
    ['names of prototypes', 'application/json', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
    ['100,000 levels', 'application/json', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['no type', '', '{}'],
    ['an unknown type', 'application/x-odd', '{}'],
    ['an odd type', '\xff/;=;', '{}'],
    ['an unknown charset', 'application/json; charset=utf-77', '{}'],
    ['a form', 'application/x-www-form-urlencoded', 'a=%E4%&__proto__=1'],
    ['plain text', 'text/plain', 'a\0b'],
    ['xml', 'text/xml', '<a>'],
    ['too much', 'application/json', `"${'a'.repeat(3 * 1024 * 1024)}"`],
  ];
  it.each(bodies)('of %s answers HTTP 200 and code 400 with and without /api', async (_what, type, body) => {
    for (const prefix of ['', '/api']) {
      const { status, body: answer } = await post(prefix + save, body, type);
      expect([status, codeOf(answer)]).toEqual([200, 400]);
    }
  });

  it('that ends too early or is cut into odd chunks is answered below 500', async () => {
    const head = `POST ${save} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    for (const rest of [
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
      'Transfer-Encoding: chunked, odd\r\n\r\n0\r\n\r\n',
      'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
    ])
      expect((await exchange(head + rest)).status).toBeLessThan(500);
  });
});

describe('an upload', () => {
  const part = (disposition: string, type = 'image/png', content = 'x') =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${content}\r\n`;
  const multipart = 'multipart/form-data; boundary=b';
  const odd: [what: string, type: string, body: string][] = [
    ['without a boundary', 'multipart/form-data', 'x'],
    ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['with an endless boundary', `multipart/form-data; boundary=${'b'.repeat(5000)}`, 'x'],
    ['of nothing', multipart, ''],
    ['without a part', multipart, '--b--\r\n'],
    ['that is cut off', multipart, part('name="multipart"; filename="a.png"').slice(0, -4)],
    ['of another boundary', multipart, '--c\r\n\r\n--c--\r\n'],
    ['without a name of the file', multipart, `${part('name="multipart"', 'application/octet-stream')}--b--\r\n`],
    ['with an empty name', multipart, `${part('name="multipart"; filename=""')}--b--\r\n`],
    ['with NUL in its name', multipart, `${part('name="multipart"; filename="a\0.png"')}--b--\r\n`],
    ['with bytes in its name', multipart, `${part('name="multipart"; filename="\xff\xed\xa0\x80.png"')}--b--\r\n`],
    ['with a bad extended name', multipart, `${part(`name="multipart"; filename*=UTF-8''%E4%.png`)}--b--\r\n`],
    ['with a long name', multipart, `${part(`name="multipart"; filename="${'a'.repeat(20_000)}.png"`)}--b--\r\n`],
    ['of a prototype', multipart, `${part('name="__proto__"; filename="a.png"')}--b--\r\n`],
    [
      'with fields of prototypes',
      multipart,
      `${part('name="__proto__"', '')}${part('name="multipart"; filename="a.png"')}--b--\r\n`,
    ],
    [
      'with many fields',
      multipart,
      `${part('name="a"', '').repeat(50)}${part('name="multipart"; filename="a.png"')}--b--\r\n`,
    ],
    ['with two files', multipart, `${part('name="multipart"; filename="a.png"').repeat(2)}--b--\r\n`],
    ['without a disposition', multipart, '--b\r\nX: y\r\n\r\nx\r\n--b--\r\n'],
    ['as JSON', 'application/json', '{"multipart":"a"}'],
  ];
  it.each(odd)('%s is refused or taken, never a fault', async (_what, type, body) => {
    for (const target of [
      '/api/admin/upload/image?model=product&pid=0',
      '/api/admin/upload/file?model=product&pid=0',
      '/api/public/upload/image',
      '/api/admin/identity/importTask/upload?biz=product',
      '/api/admin/system/role/save',
    ]) {
      const { status, body: answer } = await post(target, body, type);
      expect([target, status < 500, answer.includes('"code":500')]).toEqual([target, true, false]);
    }
  });
});

it('a code that no database could store is one that does not exist', async () => {
  for (const code of ['a\u0000b', '\ud800', 'AMNSQ74WBEFWXYM\u0000']) {
    const { code: answered, data } = await app.call('', publicTraceApi.scan, { code });
    expect([answered, data.verdict]).toEqual([200, 'INVALID']);
  }
});

it('and after all that the process lives and nothing was left unhandled', async () => {
  expect((await get('/healthz')).status).toBe(200);
  expect(unhandled).toEqual([]);
});
