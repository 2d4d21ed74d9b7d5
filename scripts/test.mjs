import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { prepare } from './lib/prepare.mjs';
import { at, passSignals, runNode, tool } from './lib/run.mjs';

const reports = mkdtempSync(join(tmpdir(), 'zhuiyuan-report-'));

/** A suite that broke off, or failed without naming a test, still counts as one failure. */
const atLeastOne = (code, failed) => (code !== 0 && failed === 0 ? 1 : failed);

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

const runVitest = async () => {
  const file = join(reports, 'vitest.json');
  const { code } = await runNode(tool('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: atLeastOne(code, report.numFailedTests + broken) };
};

const runPlaywright = async () => {
  const chromium = await ensureChromium();
  if (!chromium) {
    console.error('Browser tests cannot run: no Chromium found; install it or set CHROMIUM_PATH.');
    return { passed: 0, failed: 1 };
  }
  const file = join(reports, 'playwright.json');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await runNode(
    tool('playwright'),
    ['test', '--config', at('e2e/playwright.config.ts'), '--reporter=list,json'],
    { env },
  );
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected + flaky, failed: atLeastOne(code, unexpected + report.errors.length) };
};

passSignals();
await prepare();
try {
  const suites = [await runVitest(), await runPlaywright()];
  const sum = (key) => suites.reduce((total, suite) => total + suite[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
