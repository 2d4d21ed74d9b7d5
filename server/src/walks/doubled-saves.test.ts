import { isKeyed, keyHeader } from '@zhuiyuan/contract/kit/call-key';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/factories/access.ts';
import { fullDrafts, type Rows } from '../../test/full-drafts.ts';
import { contentsOfTables, makeFullRows } from '../../test/full-rows.ts';

let app: TestApp;
let root: string;
let rows: Rows;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  rows = await makeFullRows(app);
});
afterAll(() => app.close());

/** What a new row has to say beside what a change of one does. */
const besides: Record<string, (rows: Rows) => object> = {
  '/admin/system/admin/save': () => ({ pwd: 'Doubled-2026' }),
  '/admin/identity/lot/save': ({ productId }) => ({ productId }),
};
/** A second of these cannot be while the first is there, or they take a file that was sent before. */
const onlyOnce = new Set([
  '/admin/system/attachment/save',
  '/admin/identity/select/save',
  '/admin/identity/identity/reg/save',
  '/admin/lottery/red/bag/save',
]);

const savingsOf = (): { saving: Endpoint; draft: Record<string, unknown> }[] =>
  Object.entries(fullDrafts).flatMap(([path, how]) => {
    const saving = app.endpoints.find((one) => one.path === path.replace(/update$/, 'save') && isKeyed(one));
    if (!saving || saving.path === path || onlyOnce.has(saving.path)) return [];
    const { id: _id, version: _version, ...draft } = how.draft(rows);
    return [{ saving, draft: { ...draft, ...besides[saving.path]?.(rows) } }];
  });

it('a save that is pressed twice, or whose answer was lost, makes one row of any kind', async () => {
  const savings = savingsOf();
  expect(savings.length).toBeGreaterThan(25);
  const wrong: unknown[] = [];
  for (const [at, { saving, draft }] of savings.entries()) {
    const save = () => app.call(root, saving, draft as never, { [keyHeader]: `doubled-save-${at}` });
    const [first, second] = await Promise.all([save(), save()]);
    const made = await contentsOfTables(app);
    const third = await save();
    const now = await contentsOfTables(app);
    const changed = [...now].filter(([name, content]) => made.get(name) !== content).map(([name]) => name);
    const told = [first, second, third].map(({ code, message, data }) => ({ code, message, data }));
    const isOne = told.every((one) => one.code === 200 && JSON.stringify(one) === JSON.stringify(told[0]));
    if (!isOne || changed.length > 0) wrong.push({ path: saving.path, told, changed });
  }
  expect(wrong).toEqual([]);
});
