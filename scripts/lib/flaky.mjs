import { readFileSync } from 'node:fs';
import { at } from './run.mjs';

/** A run passes with as many tests that failed once and then passed. */
const most = 3;
const daysAllowed = 7;

/** Tests that are known to fail now and then: lines `- 2026-11-29 name`. */
const known = () =>
  [...readFileSync(at('docs/flaky.md'), 'utf8').matchAll(/^- (\d{4}-\d\d-\d\d) (.+)$/gm)].map(([, day, name]) => ({
    day,
    name,
  }));

/** Runs what failed once more, by itself. Answers the suite with what then passed counted as such, and those names as flaky. */
export const tryAgain = async (run, { passed, failures }) => {
  const again = [...new Set(failures.flatMap((failure) => failure.again))];
  const isHopeless = failures.some((failure) => failure.again.length === 0) || again.length > 10;
  if (again.length === 0 || isHopeless) return { passed, failures, flaky: [] };
  console.log(`\nOnce more by itself: ${again.join(' ')}`);
  const second = await run(again);
  const names = new Set(second.failures.map(({ name }) => name));
  const isStill = ({ name }) => names.has(name) || second.failures.some(({ again: own }) => own.length === 0);
  const flaky = failures.filter((failure) => !isStill(failure));
  const isNew = ({ name }) => !failures.some((failure) => failure.name === name);
  return {
    passed: passed + flaky.length,
    failures: [...failures.filter(isStill), ...second.failures.filter(isNew)],
    flaky,
  };
};

/** What fails a run although each of its tests passed at last. */
export const judgeFlaky = (flaky, today = new Date().toISOString().slice(0, 10)) => {
  const oldest = new Date(Date.parse(today) - daysAllowed * 86_400_000).toISOString().slice(0, 10);
  const stale = known().filter(({ day }) => day < oldest);
  return [
    ...(flaky.length > most ? [`${flaky.length} tests passed at the second try only; ${most} may`] : []),
    ...stale.map(({ day, name }) => `docs/flaky.md names ${name} since ${day}; ${daysAllowed} days may it stand there`),
  ];
};
