import { readdirSync } from 'node:fs';
import { judgeFlaky, tryAgain } from './lib/flaky.mjs';
import { prepare } from './lib/prepare.mjs';
import { at, passSignals } from './lib/run.mjs';
import { runPlaywright, runVitest } from './lib/suites.mjs';
import { touchedTests } from './lib/touched.mjs';

const given = process.argv.slice(2);
/** Random, crash and fault tests run as long as they can tell something new, not for seconds. */
if (given.includes('--deep')) process.env.TEST_DEPTH = 'deep';
const words = given.filter((word) => !word.startsWith('--'));
const has = (path) => words.length === 0 || words.some((word) => path.includes(word));

const tests = (folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('node_modules') && /\.(test|spec)\.tsx?$/.test(path) && has(path));
const all = [...['contract', 'server', 'console', 'scan'].flatMap(tests), ...tests('e2e/journeys')];
/** Without words a tree with changes is asked for what they touch; `--all` asks for everything all the same. */
const isWhole = words.length > 0 || given.includes('--all') || given.includes('--deep') || Boolean(process.env.CI);
const touched = isWhole ? undefined : touchedTests(all);
if (touched && touched.length < all.length)
  console.log(
    `${touched.length} of ${all.length} test files stand on what has changed; npm test -- --all runs all of them`,
  );
const selected = touched ?? all;
const unit = selected.filter((file) => !file.startsWith('e2e/'));
const journeys = selected.filter((file) => file.startsWith('e2e/'));
const named = (files) => (touched ? files : words);

passSignals();
await prepare({ all: true });
if (unit.length + journeys.length === 0) {
  console.error(
    touched ? 'No test stands on what has changed' : `No test has any of these in its path: ${words.join(', ')}`,
  );
  process.exit(1);
}
const suites = [];
if (unit.length > 0) suites.push(await tryAgain(runVitest, await runVitest(named(unit))));
if (journeys.length > 0)
  suites.push(
    await tryAgain(
      (again) => runPlaywright(again, again.length),
      await runPlaywright(named(journeys), journeys.length),
    ),
  );

const flaky = suites.flatMap((suite) => suite.flaky);
const objections = judgeFlaky(flaky);
const failures = suites.flatMap((suite) => suite.failures);
// Once more at the end, where a log that was cut off still has them.
for (const { name, said } of flaky) console.log(`\nFLAKY ${name}\n${said}`);
for (const { name, said } of failures) console.log(`\nFAILED ${name}\n${said}`);
for (const objection of objections) console.log(`\nFAILED ${objection}`);
const failed = failures.length + objections.length;
console.log(`\n${suites.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
