import { expect, type Page, type Request } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const callsKept = 12;
/** What stands in for data that has not come. */
const standIns = '.ant-skeleton, .page-skeleton, [aria-busy="true"]';

/** How long nothing is on its way before a page counts as quiet. */
const quietMs = 250;

interface Watch {
  problems: string[];
  calls: () => string[];
  /** Resolves when all that the page asked for has come and nothing stands in for it any more. */
  untilQuiet: () => Promise<void>;
}

/** Notes every console error, page error and failed call of a page, and its last calls with what became of them. */
export const watch = (page: Page): Watch => {
  const problems: string[] = [];
  const onTheirWay = new Set<Request>();
  let lastMove = Date.now();
  page.on('request', (request) => onTheirWay.add(request));
  const arrived = (request: Request): void => {
    onTheirWay.delete(request);
    lastMove = Date.now();
  };
  page.on('requestfinished', arrived);
  page.on('requestfailed', arrived);
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
    untilQuiet: async () => {
      await expect.poll(() => onTheirWay.size === 0 && Date.now() - lastMove > quietMs, { intervals: [50] }).toBe(true);
      await expect(page.locator(standIns).filter({ visible: true })).toHaveCount(0);
    },
    calls: () =>
      calls.map(({ request, at, end }) => `${new Date(at).toISOString()} ${request.method()} ${request.url()}: ${end}`),
  };
};

/** Every page that is loaded reads it anew: the short form. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Serious and critical violations of the page as it stands: of all rules, of the contrast of its colours, or of all others. Of the rows of
 * tables and lists those are left out that draw nothing a row before them has not drawn in the same place: nothing is wrong with them alone,
 * and twenty of them take nearly as long as all the rest.
 */
export const axeProblems = async (page: Page, rules: 'all' | 'colours' | 'others' = 'all'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (which) => {
    const drawn = new Set<string>();
    /** What rules go by: what it is, its looks, whether one sees it, which attributes say something, and whether any text does. */
    const kindOf = (element: Element): string =>
      [
        element.tagName,
        ...['class', 'style', 'role', 'tabindex', 'aria-hidden'].map((name) => element.getAttribute(name)),
        ...element.getAttributeNames().filter((name) => element.getAttribute(name)!.trim() !== ''),
        element.checkVisibility(),
        element.textContent!.trim() === '',
      ].join('|');
    /** The kinds in a row, each with the place where it stands. */
    const kindsIn = (element: Element, place = ''): string[] => {
      const kind = `${place}>${kindOf(element)}`;
      return [kind, ...[...element.children].flatMap((child, nth) => kindsIn(child, `${kind}${nth}`))];
    };
    /** Colours are told of what lies in the window with nothing over it, as the bar at its end is. */
    const isOpen = (row: Element): boolean => {
      const { left, top, bottom } = row.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => {
        const upper = document.elementFromPoint(left + 2, y);
        return upper !== null && (row.contains(upper) || upper.contains(row));
      });
    };
    const alike = [...document.querySelectorAll('tbody > tr, li')].filter((row) => {
      // What lies in a row is looked at with it.
      if (row.parentElement!.closest('tr, li')) return false;
      const kinds = kindsIn(row);
      if (kinds.every((kind) => drawn.has(kind))) return true;
      if (isOpen(row)) for (const kind of kinds) drawn.add(kind);
      return false;
    });
    const loaded = globalThis as unknown as { axe: Pick<typeof axe, 'run'> };
    const options = {
      resultTypes: ['violations' as const],
      ...(which === 'colours' && { runOnly: ['color-contrast'] }),
      ...(which === 'others' && { rules: { 'color-contrast': { enabled: false } } }),
    };
    const { violations } = await loaded.axe.run({ include: [document.documentElement], exclude: alike }, options);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${location.pathname}: axe ${id} ${nodes.length} × ${nodes[0]?.html.slice(0, 160)}`);
  }, rules);
};
