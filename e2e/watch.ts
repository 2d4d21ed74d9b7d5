import { expect, type Page, type Request } from '@playwright/test';
import axe from 'axe-core';

const callsKept = 12;

/** Notes every console error, page error and failed call of a page, and its last calls with what became of them. */
export const watch = (page: Page): { problems: string[]; calls: () => string[] } => {
  const problems: string[] = [];
  const calls: { request: Request; at: number; end: string }[] = [];
  const settle = (request: Request, how: string): void => {
    const call = calls.find((each) => each.request === request);
    if (call) call.end = `${how} after ${Date.now() - call.at} ms`;
  };
  page.on('request', (request) => {
    if (!/\/(api|public)\//.test(request.url())) return;
    calls.push({ request, at: Date.now(), end: 'no answer' });
    if (calls.length > callsKept) calls.shift();
  });
  page.on('requestfinished', (request) => settle(request, 'answered'));
  page.on('requestfailed', (request) => settle(request, 'failed'));
  const note = (text: string): void => void problems.push(`${new URL(page.url()).pathname}: ${text}`);
  void page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error('security policy', violatedDirective, blockedURI, sourceFile),
    ),
  );
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()}`));
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('response', async (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`);
    if (!/\/(api|public)\//.test(response.url()) || !response.headers()['content-type']?.includes('json')) return;
    const { code, message } = (await response.json().catch(() => ({ code: 200 }))) as {
      code?: number;
      message?: string;
    };
    if (code !== 200) note(`${code} ${message} ${response.url()}`);
  });
  return {
    problems,
    calls: () =>
      calls.map(({ request, at, end }) => `${new Date(at).toISOString()} ${request.method()} ${request.url()}: ${end}`),
  };
};

/** Serious and critical violations of the page as it stands, of all rules or of one. */
export const axeProblems = async (page: Page, rule?: string): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const loaded = globalThis as unknown as { axe: Pick<typeof axe, 'run'> };
    const options = { resultTypes: ['violations' as const], ...(only && { runOnly: [only] }) };
    const { violations } = await loaded.axe.run(document, options);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${location.pathname}: axe ${id} ${nodes.length} × ${nodes[0]?.html.slice(0, 160)}`);
  }, rule);
};

/** Opens an address and waits until its data has come and nothing stands in for it any more. */
export const openQuietly = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.locator('.ant-skeleton, .page-skeleton, [aria-busy="true"]')).toHaveCount(0);
};
