import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { prepare } from './lib/prepare.mjs';
import { at, passSignals, runNode, tool } from './lib/run.mjs';

const reports = mkdtempSync(join(tmpdir(), 'zhuiyuan-report-'));

/** A suite that broke off, or failed without naming a test, still counts as one failure. */
const atLeastOne = (code, failed) => (code !== 0 && failed === 0 ? 1 : failed);

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** What a failure says, as far as one reads it: without colours, without the whole of a long comparison. */
const gist = (messages) => stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 30).join('\n');

const vitestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}\n${gist([message])}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${gist(failureMessages)}`),
  ]);

const playwrightFailures = ({ suites, errors }) => {
  const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  const said = ({ tests }) => tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  return [
    ...failed.map(
      (spec) => `${spec.file}:${spec.line} › ${spec.title}\n${gist(said(spec).map(({ message }) => message))}`,
    ),
    ...errors.map(({ message }) => gist([message])),
  ];
};

const runVitest = async () => {
  const file = join(reports, 'vitest.json');
  const { code } = await runNode(tool('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: [] };
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: atLeastOne(code, report.numFailedTests + broken),
    failures: vitestFailures(report),
  };
};

const runPlaywright = async () => {
  const chromium = await ensureChromium();
  if (!chromium) {
    console.error('Browser tests cannot run: no Chromium found; install it or set CHROMIUM_PATH.');
    return { passed: 0, failed: 1, failures: [] };
  }
  const file = join(reports, 'playwright.json');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await runNode(
    tool('playwright'),
    ['test', '--config', at('e2e/playwright.config.ts'), '--reporter=list,json'],
    { env },
  );
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, failures: [] };
  const { expected, unexpected, flaky } = report.stats;
  return {
    passed: expected + flaky,
    failed: atLeastOne(code, unexpected + report.errors.length),
    failures: playwrightFailures(report),
  };
};

passSignals();
await prepare({ all: true });
try {
  const suites = [await runVitest(), await runPlaywright()];
  const sum = (key) => suites.reduce((total, suite) => total + suite[key], 0);
  // Once more at the end, where a log that was cut off still has them.
  for (const failure of suites.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
