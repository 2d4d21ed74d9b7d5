import fastifyStatic from '@fastify/static';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { apiPath, bringsCode, isConsolePath, pageAddresses } from '@zhuiyuan/contract/kit/page-addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnAddress, isPrintedLink } from '../codes/cipher/find-ext-codes.ts';
import type { App } from '../kit/http/app-context.ts';
import { chatHosts } from '../settings/site-config.ts';
import { isFirmDomain } from '../parties/firm/is-firm-domain.ts';
import { heldTokens } from '../kit/http/token.ts';

const noncePlace = /__CSP_NONCE__/g;

/** Hashes of the scripts that stand in a page itself: it is painted by one before anything has loaded. */
const inlineScripts = (html: string): string =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)]
    .map(([, text]) => ` 'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
    .join('');

/** Content security policy of our own pages; nothing is loaded from elsewhere but from the hosts given. */
const policy = (nonce: string, html: string, hosts: readonly string[]) => {
  const from = (sources: string, scheme = 'https') =>
    [sources, ...hosts.map((host) => `${scheme}://${host}`)].join(' ');
  return [
    "default-src 'self'",
    `script-src ${from(`'self'${inlineScripts(html)}`)}`,
    `style-src ${from(`'self' 'nonce-${nonce}'`)}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${from("'self' data: blob:")}`,
    "media-src 'self' blob:",
    `font-src ${from("'self'")}`,
    `connect-src ${from(from("'self'"), 'wss')}`,
    `frame-src ${from("'self'")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
};

const decoded = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

/** Whether a browser that asks for a page of the console holds no session: the console need not be loaded to find out. */
const isSignedOut = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-mode'] === 'navigate' &&
  request.url.split('?')[0] !== '/auth-redirect' &&
  heldTokens(request).length === 0;

const signInAddress = (address: string): string =>
  address === '/' ? '/login' : `/login?redirect=${encodeURIComponent(address)}`;

/**
 * The built console at every path no call has, its sign-in page at /login, the shopper's page at a code's address: ours, and
 * all of a domain that a firm has pointed here, and what firms printed before third-party codes.
 */
export const mountPages = async (app: App, root: string | undefined): Promise<void> => {
  const { fastify } = app;
  fastify.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const mayBePage = (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(path);
    if (root && mayBePage && (await isShoppers(request, path))) return sendScan(request, reply);
    if (!root || !mayBePage || /\.\w+$/.test(path))
      return reply.status(404).send({ code: Code.notFound, message: '请求的地址不存在', data: null });
    return sendConsole(request, reply);
  });
  /** A code behind `/?c=`, every address of a firm's own domain, and links that a firm has printed on a name of ours. */
  const isShoppers = async (request: FastifyRequest, path: string): Promise<boolean> => {
    if (bringsCode(path, (request.query as Record<string, unknown>).c)) return true;
    if (isOwnAddress(app.config.publicUrl, request.host)) return false;
    if (await isFirmDomain(app.db, request.hostname)) return true;
    // Nothing a firm has printed takes the place of the console, whichever of our names it is opened by.
    return !isConsolePath(decoded(path)) && isPrintedLink(app.db, decoded(`${request.host}${request.url}`));
  };
  if (!root) return;

  const consoleRoot = join(root, 'console/dist');
  const scanRoot = join(root, 'scan/dist');
  const files = {
    index: join(consoleRoot, 'index.html'),
    login: join(consoleRoot, 'login.html'),
    scan: join(scanRoot, 'index.html'),
  };
  const read = new Map<string, string>();
  /** Read when it is first asked for: at a first start pages are built while the database is made ready. */
  const pageIn = (file: string): string => {
    const html = read.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
    if (html) read.set(file, html);
    return html;
  };
  const send = (reply: FastifyReply, page: keyof typeof files, hosts: readonly string[] = []) => {
    const html = pageIn(files[page]);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce, html, hosts))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replace(noncePlace, nonce));
  };
  const sendConsole = async (request: FastifyRequest, reply: FastifyReply) =>
    isSignedOut(request)
      ? reply.redirect(signInAddress(request.url), 302)
      : send(reply, 'index', await chatHosts(app.db));
  const sendScan = (_request: FastifyRequest, reply: FastifyReply) =>
    send(reply.header('referrer-policy', 'no-referrer').header('x-frame-options', 'DENY'), 'scan');

  await fastify.register(fastifyStatic, {
    root: join(consoleRoot, 'assets'),
    prefix: '/assets/',
    maxAge: '365d',
    immutable: true,
    preCompressed: true,
  });
  await fastify.register(fastifyStatic, {
    root: join(scanRoot, 'assets'),
    prefix: '/scan/assets/',
    maxAge: '365d',
    immutable: true,
    preCompressed: true,
    decorateReply: false,
  });
  const hidden = { schema: { hide: true } as object };
  fastify.get('/favicon.svg', hidden, (_request, reply) => reply.sendFile('favicon.svg', consoleRoot));
  const answers = {
    login: async (request: FastifyRequest, reply: FastifyReply) =>
      (await isShoppers(request, '/login')) ? sendScan(request, reply) : send(reply, 'login'),
    preview: (_request: FastifyRequest, reply: FastifyReply) =>
      send(reply.header('referrer-policy', 'no-referrer'), 'scan'),
    shopper: sendScan,
    shortLink: (request: FastifyRequest, reply: FastifyReply) =>
      reply.redirect(`/c/${encodeURIComponent((request.params as { code: string }).code)}`, 302),
  };
  for (const [route, answerer] of pageAddresses) fastify.get(route, hidden, answers[answerer]);
};
