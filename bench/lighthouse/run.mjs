import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs under the Node of a folder that holds Lighthouse and nothing of ours: takes a plan as JSON, each page in a browser of its own
 * that has seen nothing yet, and prints for each the run in the middle.
 */
const { home, chromium, pages, runs } = JSON.parse(process.argv[2]);
const within = createRequire(join(home, 'package.json'));
const load = (path) => import(pathToFileURL(path).href);

const { default: lighthouse, desktopConfig } = await load(join(home, 'node_modules/lighthouse/core/index.js'));
const puppeteer = await load(within.resolve('puppeteer-core'));

const browser = await (puppeteer.default ?? puppeteer).launch({
  executablePath: chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
});

/** Scores, times, and what took points off. */
const readResult = ({ categories, audits }) => ({
  scores: Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, score === null ? null : Math.round(score * 100)]),
  ),
  times: Object.fromEntries(
    [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'speed-index',
    ].map((name) => [name, audits[name].numericValue]),
  ),
  lost: Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${id}${audits[id].displayValue ? ` ${audits[id].displayValue}` : ''}`),
  ),
});

const runOnce = async ({ url, cookie, isPhone }) => {
  const context = await browser.createBrowserContext();
  try {
    if (cookie) await context.setCookie(cookie);
    const page = await context.newPage();
    const flags = { onlyCategories: ['performance', 'accessibility', 'best-practices'], logLevel: 'error' };
    const { lhr } = await lighthouse(url, flags, isPhone ? undefined : desktopConfig, page);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return { ...readResult(lhr), shown: lhr.finalDisplayedUrl };
  } finally {
    await context.close();
  }
};

try {
  for (const page of pages) {
    const results = [];
    // A browser that had no turn at once records nothing of a load.
    for (let tries = 0; results.length < runs; tries += 1)
      await runOnce(page).then(
        (result) => results.push(result),
        (error) => {
          if (tries > runs + 2) throw error;
        },
      );
    results.sort((a, b) => a.scores.performance - b.scores.performance);
    console.log(JSON.stringify({ ...page, cookie: undefined, ...results[Math.floor(runs / 2)] }));
  }
} finally {
  await browser.close();
}
