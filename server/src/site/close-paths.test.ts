import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';

const docs = [
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/static/index.html',
  '/openapi.json',
  '/%64ocs',
  '/openapi.json?x=1',
];
const metrics = ['/metrics', '/metrics/', '/%6detrics', '/metrics?x=1'];
const statuses = (app: TestApp, urls: string[]) =>
  Promise.all(urls.map(async (url) => (await app.fastify.inject({ url })).statusCode));

describe.each([
  ['open on http', {}, [200, 302], [200]],
  ['closed on https', { PUBLIC_URL: 'https://codes.test' }, [404], [404]],
  ['opened on https', { PUBLIC_URL: 'https://codes.test', OPEN_DOCS: 'on', OPEN_METRICS: 'on' }, [200, 302], [200]],
  ['closed one by one', { OPEN_DOCS: 'off' }, [404], [200]],
])('what describes the product, %s', (_how, env, ofDocs, ofMetrics) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ env });
  });
  afterAll(() => app.close());

  it('answers so however the address is written, and says of the process that it lives', async () => {
    for (const status of await statuses(app, docs)) expect(ofDocs).toContain(status);
    for (const status of await statuses(app, metrics)) expect(ofMetrics).toContain(status);
    expect(await statuses(app, ['/healthz'])).toEqual([200]);
  });
});
