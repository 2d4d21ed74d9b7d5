import { readdirSync } from 'node:fs';
import { judgeFlaky, takeUpFlaky, tryAgain } from './lib/flaky.mjs';
import { prepare } from './lib/prepare.mjs';
import { journeysAbout } from './lib/journeys.mjs';
import { at, passSignals, root } from './lib/run.mjs';
import { runPlaywright, runVitest } from './lib/suites.mjs';
import { touchedTests } from './lib/touched.mjs';

const given = process.argv.slice(2);
const titleAt = given.indexOf('-t');
/** Of what is run, the tests alone that have this in their title. */
const [, title] = titleAt < 0 ? [] : given.splice(titleAt, 2);
/** Random, crash and fault tests run as long as they can tell something new, not for seconds. */
if (given.includes('--deep')) process.env.TEST_DEPTH = 'deep';
const words = given.filter((word) => !word.startsWith('--'));
const testsOf = (folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('node_modules') && /\.(test|spec)\.tsx?$/.test(path));
const journeysOfAll = testsOf('e2e/journeys');
const all = [...['contract', 'server', 'console', 'scan'].flatMap(testsOf), ...journeysOfAll];
/** What has one of the words in its path, and the journeys about those that are rooms. */
const named = () => {
  const about = new Set(words.flatMap((word) => journeysAbout(root, journeysOfAll, word)));
  return all.filter((path) => about.has(path) || words.some((word) => path.includes(word)));
};
/** Without words a tree with changes is asked for what they touch; `--all` asks for everything all the same. */
const isWhole = words.length > 0 || given.includes('--all') || given.includes('--deep') || Boolean(process.env.CI);
const touched = isWhole ? undefined : touchedTests(all);
if (touched && touched.length < all.length)
  console.log(
    `${touched.length} of ${all.length} test files stand on what has changed; npm test -- --all runs all of them`,
  );
const selected = touched ?? (words.length > 0 ? named() : all);
const unit = selected.filter((file) => !file.startsWith('e2e/'));
const journeys = selected.filter((file) => file.startsWith('e2e/'));
/** A runner that is told nothing runs all. */
const asked = (files) => (selected === all ? [] : files);

passSignals();
await prepare({ all: true });
if (unit.length + journeys.length === 0) {
  console.error(
    touched ? 'No test stands on what has changed' : `No test has any of these in its path: ${words.join(', ')}`,
  );
  process.exit(1);
}
const suites = [];
if (unit.length > 0) suites.push(await tryAgain(runVitest, await runVitest(asked(unit), title)));
if (journeys.length > 0)
  suites.push(
    await tryAgain(
      (again) => runPlaywright(again, again.length),
      await runPlaywright(asked(journeys), journeys.length, title),
    ),
  );

const flaky = suites.flatMap((suite) => suite.flaky);
const objections = judgeFlaky(flaky);
const failures = suites.flatMap((suite) => suite.failures);
// Once more at the end, where a log that was cut off still has them.
for (const { name, said } of flaky) console.log(`\nFLAKY ${name}\n${said}`);
for (const line of takeUpFlaky(flaky)) console.log(`\nAdd to docs/flaky.md: ${line}`);
for (const { name, said } of failures) console.log(`\nFAILED ${name}\n${said}`);
const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
if (title && passed + failures.length === 0) objections.push(`no test has ${title} in its title`);
for (const objection of objections) console.log(`\nFAILED ${objection}`);
const failed = failures.length + objections.length;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
