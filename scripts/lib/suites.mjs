import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './chromium.mjs';
import { at, root, runNode, tool } from './run.mjs';

/** What a failure says, as far as one reads it: without colours, without the whole of a long comparison. */
const gist = (messages) => stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 30).join('\n');

/** The JSON that a runner wrote into the file it was given; undefined when it broke off before. */
const withReport = async (run) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-report-'));
  try {
    const file = join(folder, 'report.json');
    const { code } = await run(file);
    return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const brokeOff = (what) => ({ passed: 0, failures: [{ name: what, said: `${what} broke off`, again: [] }] });

/** A suite that failed without naming a test still counts as one failure. */
const atLeastOne = (code, result, what) => {
  if (code !== 0 && result.failures.length === 0)
    result.failures.push({ name: what, said: `${what} failed`, again: [] });
  return result;
};

const vitestFailures = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const own = message || failed.length === 0 ? [{ name: file, said: gist([message ?? '']), again: [name] }] : [];
      return [
        ...own,
        ...failed.map(({ fullName, failureMessages }) => ({
          name: `${file} › ${fullName}`,
          said: gist(failureMessages),
          again: [name],
        })),
      ];
    });

/** Runs the test files whose path holds one of the words, or all, and of them the tests of a title: how many passed, and each failure with what runs it again. */
export const runVitest = async (words, title) => {
  const what = 'vitest';
  const { code, report } = await withReport((file) =>
    runNode(tool('vitest'), [
      'run',
      ...words,
      ...(title ? ['-t', title] : []),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]),
  );
  if (!report) return brokeOff(what);
  return atLeastOne(code, { passed: report.numPassedTests, failures: vitestFailures(report) }, what);
};

const playwrightFailures = ({ suites, errors }) => {
  const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const said = ({ tests }) => tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  return [
    ...suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        name: `e2e/journeys/${spec.file} › ${spec.title}`,
        said: gist(said(spec).map(({ message }) => message)),
        again: [{ file: `journeys/${spec.file}`, title: spec.title }],
      })),
    ...errors.map(({ message }) => ({ name: 'playwright', said: gist([message]), again: [] })),
  ];
};

const asPattern = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/**
 * The same for journeys, of which so many files are to be run: a single one needs a single server. What runs again is a case by its title: many may
 * stand in one line.
 */
export const runPlaywright = async (words, files, title) => {
  // A case that runs again is named whole: another's title may end like it.
  const cases = words.flatMap((word) => (word.title ? `(?:^|\\s)${asPattern(word.title)}$` : []));
  const pattern = title ? asPattern(title) : cases.join('|');
  const paths = [...new Set(words.map((word) => word.file ?? word))];
  const what = 'playwright';
  const chromium = await ensureChromium();
  if (!chromium) {
    const said = 'Browser tests cannot run: no Chromium found; install it or set CHROMIUM_PATH.';
    console.error(said);
    return { passed: 0, failures: [{ name: what, said, again: [] }] };
  }
  const { code, report } = await withReport((file) =>
    runNode(
      tool('playwright'),
      [
        'test',
        ...paths,
        ...(pattern ? ['--grep', pattern, '--pass-with-no-tests'] : []),
        '--config',
        at('e2e/playwright.config.ts'),
        '--reporter=list,json',
      ],
      {
        env: {
          ...process.env,
          CHROMIUM_PATH: chromium,
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
          E2E_WORKERS: String(Math.min(2, files)),
        },
      },
    ),
  );
  if (!report) return brokeOff(what);
  return atLeastOne(code, { passed: report.stats.expected, failures: playwrightFailures(report) }, what);
};
