import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './world.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Notes every console error, page error and failed call of a page. */
export const watch = (page: Page): { problems: string[] } => {
  const problems: string[] = [];
  const note = (text: string): void => void problems.push(`${new URL(page.url()).pathname}: ${text}`);
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()}`));
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('response', async (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`);
    if (!/\/(api|public)\//.test(response.url()) || !response.headers()['content-type']?.includes('json')) return;
    const { code, message } = (await response.json().catch(() => ({ code: 200 }))) as { code?: number; message?: string };
    if (code !== 200) note(`${code} ${message} ${response.url()}`);
  });
  return { problems };
};

/** Serious and critical violations of the page as it stands. */
export const axeProblems = async (page: Page): Promise<string[]> => {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (context: Document, options: object) => Promise<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${location.pathname}: axe ${id} ${nodes.length} × ${nodes[0]?.html.slice(0, 160)}`);
  });
};

/** Opens an address and waits until its data has come and nothing stands in for it any more. */
export const openQuietly = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.locator('.ant-skeleton, .page-skeleton, [aria-busy="true"]')).toHaveCount(0);
};
