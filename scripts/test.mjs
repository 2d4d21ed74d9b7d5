import { readdirSync } from 'node:fs';
import { judgeFlaky, tryAgain } from './lib/flaky.mjs';
import { prepare } from './lib/prepare.mjs';
import { at, passSignals } from './lib/run.mjs';
import { runPlaywright, runVitest } from './lib/suites.mjs';

const given = process.argv.slice(2);
/** Random, crash and fault tests run as long as they can tell something new, not for seconds. */
if (given.includes('--deep')) process.env.TEST_DEPTH = 'deep';
const words = given.filter((word) => !word.startsWith('--'));
const has = (path) => words.length === 0 || words.some((word) => path.includes(word));

const tests = (folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => !path.includes('node_modules') && /\.(test|spec)\.tsx?$/.test(path) && has(path));
const unit = ['contract', 'server', 'console', 'scan'].flatMap(tests);
const journeys = tests('e2e/journeys');

passSignals();
await prepare({ all: true });
if (unit.length + journeys.length === 0) {
  console.error(`No test has any of these in its path: ${words.join(', ')}`);
  process.exit(1);
}
const suites = [];
if (unit.length > 0) suites.push(await tryAgain(runVitest, await runVitest(words)));
if (journeys.length > 0) suites.push(await tryAgain(runPlaywright, await runPlaywright(words)));

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
