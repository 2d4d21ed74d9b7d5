import { appendFileSync, readFileSync } from 'node:fs';
import { at } from './run.mjs';

/** A run passes with as many tests that failed once and then passed. */
const most = 3;
const daysAllowed = 7;

const listFile = at('docs/flaky.md');
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

/** Tests that are known to fail now and then: lines `- 2026-11-29 name`. */
const known = (list) =>
  [...readFileSync(list, 'utf8').matchAll(/^- (\d{4}-\d\d-\d\d) (.+)$/gm)].map(([, day, name]) => ({ day, name }));

/** Runs what failed once more, by itself. Answers the suite with what then passed counted as such, and those names as flaky. */
export const tryAgain = async (run, { passed, failures }) => {
  const again = [...new Set(failures.flatMap((failure) => failure.again))];
  const isHopeless = failures.some((failure) => failure.again.length === 0) || again.length > 10;
  if (again.length === 0 || isHopeless) return { passed, failures, flaky: [] };
  const wordsOf = (one) => (typeof one === 'string' ? one : `${one.file} › ${one.title}`);
  console.log(`\nOnce more by itself: ${again.map(wordsOf).join(', ')}`);
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

/**
 * Writes the names that the list does not know into it, with the day; with `isTold`, as where the tree is thrown away after the run, it only answers
 * the lines to add.
 */
export const takeUpFlaky = (
  flaky,
  { list = listFile, today = dayOf(Date.now()), isTold = Boolean(process.env.CI) } = {},
) => {
  const names = new Set(flaky.map(({ name }) => name.replaceAll(/\s+/g, ' ')));
  const had = known(list);
  for (const { name } of had) names.delete(name);
  const lines = [...names].map((name) => `- ${today} ${name}`);
  if (lines.length > 0 && !isTold) appendFileSync(list, `${had.length === 0 ? '\n' : ''}${lines.join('\n')}\n`);
  return isTold ? lines : [];
};

/** What fails a run although each of its tests passed at last. */
export const judgeFlaky = (flaky, { list = listFile, today = dayOf(Date.now()) } = {}) => {
  const oldest = dayOf(Date.parse(today) - daysAllowed * 86_400_000);
  const stale = known(list).filter(({ day }) => day < oldest);
  return [
    ...(flaky.length > most ? [`${flaky.length} tests passed at the second try only; ${most} may`] : []),
    ...stale.map(({ day, name }) => `docs/flaky.md names ${name} since ${day}; ${daysAllowed} days may it stand there`),
  ];
};
