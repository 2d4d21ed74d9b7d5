import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A file, or a case of a journey by its title. */
type Again = string | { file: string; title: string };
interface Failure {
  name: string;
  said: string;
  again: Again[];
}
interface Outcome {
  passed: number;
  failures: Failure[];
}
interface List {
  list: string;
  today: string;
}

const { judgeFlaky, takeUpFlaky, tryAgain } = (await import(
  new URL('../../../scripts/lib/flaky.mjs', import.meta.url).href
)) as {
  judgeFlaky: (flaky: Failure[], list: List) => string[];
  takeUpFlaky: (flaky: Failure[], list: List & { isTold: boolean }) => string[];
  tryAgain: (run: (again: Again[]) => Promise<Outcome>, first: Outcome) => Promise<Outcome & { flaky: Failure[] }>;
};

let folder: string;
let list: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-flaky-'));
  list = join(folder, 'flaky.md');
  await writeFile(list, '# Tests\n\nWords about them.\n');
});
afterEach(() => rm(folder, { recursive: true }));

const failed = (name: string, again: Again[] = [`${name}.test.ts`]): Failure => ({
  name,
  said: `${name} is 2`,
  again,
});
const names = (failures: Failure[]): string[] => failures.map(({ name }) => name);

/** What becomes of a first run when the second one, of what failed, ends so; and what that was asked to run. */
const after = async (first: Failure[], second: Failure[]) => {
  const asked: Again[][] = [];
  const outcome = await tryAgain(
    async (again) => {
      asked.push(again);
      return { passed: 0, failures: second };
    },
    { passed: 5, failures: first },
  );
  return { ...outcome, asked };
};

test('what passes at the second try counts as passed and as flaky, with what it said at first', async () => {
  const { passed, failures, flaky, asked } = await after([failed('a'), failed('b')], [failed('b')]);
  expect(asked).toEqual([['a.test.ts', 'b.test.ts']]);
  expect(passed).toBe(6);
  expect(flaky).toEqual([failed('a')]);
  expect(names(failures)).toEqual(['b']);
});

test('what fails at the second try alone is a failure', async () => {
  const { failures, flaky } = await after([failed('a')], [failed('c')]);
  expect(names(failures)).toEqual(['c']);
  expect(names(flaky)).toEqual(['a']);
});

test('a second run that breaks off proves nothing', async () => {
  const { passed, failures, flaky } = await after([failed('a')], [failed('vitest', [])]);
  expect(passed).toBe(5);
  expect(flaky).toEqual([]);
  expect(names(failures)).toEqual(['a', 'vitest']);
});

test('nothing is tried again where all passed, where a suite broke off, or where more than ten files failed', async () => {
  const many = Array.from({ length: 11 }, (_, at) => failed(`t${at}`));
  for (const first of [[], [failed('a'), failed('vitest', [])], many]) {
    const { asked, failures, flaky } = await after(first, []);
    expect(asked).toEqual([]);
    expect(failures).toEqual(first);
    expect(flaky).toEqual([]);
  }
});

test('a flaky test is written into the list with the day, once', async () => {
  const takeUp = (today: string, ...flaky: Failure[]) => takeUpFlaky(flaky, { list, today, isTold: false });
  expect(takeUp('2026-11-29', failed('a › b'))).toEqual([]);
  takeUp('2026-12-01', failed('a › b'), failed('c'), failed('c'));
  takeUp('2026-12-02');
  expect(await readFile(list, 'utf8')).toBe('# Tests\n\nWords about them.\n\n- 2026-11-29 a › b\n- 2026-12-01 c\n');
});

test('where the tree is thrown away the run tells the lines that the list lacks', async () => {
  await writeFile(list, '- 2026-11-29 a\n');
  expect(takeUpFlaky([failed('a'), failed('b')], { list, today: '2026-12-01', isTold: true })).toEqual([
    '- 2026-12-01 b',
  ]);
  expect(await readFile(list, 'utf8')).toBe('- 2026-11-29 a\n');
});

test('a run fails by a name that stood in the list for more than a week, and by more than three flaky tests', async () => {
  await writeFile(list, '- 2026-11-23 old\n- 2026-11-24 young\n');
  const judge = (count: number, today: string) =>
    judgeFlaky(
      Array.from({ length: count }, (_, at) => failed(`t${at}`)),
      { list, today },
    );
  expect(judge(3, '2026-11-30')).toEqual([]);
  expect(judge(0, '2026-12-01')).toEqual([expect.stringContaining('names old since 2026-11-23')]);
  expect(judge(4, '2026-11-30')).toEqual(['4 tests passed at the second try only; 3 may']);
});
