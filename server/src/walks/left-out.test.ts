import { Code } from '@zhuiyuan/contract/kit/codes';
import { LogKind, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/factories/access.ts';
import { acts, fullDrafts, type FullDraft, type Rows } from '../../test/full-drafts.ts';
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

const shapeOf = ({ input }: Endpoint) => (input as z.ZodObject).shape ?? {};
const mayBeLeftOut = (field: z.core.$ZodType): boolean => (field as z.ZodType).safeParse(undefined).success;
const endpointAt = (said: string): Endpoint => {
  const [path, method] = said.split(' ').toReversed();
  const found = app.endpoints.find((one) => one.path === path && (!method || one.method === method));
  if (!found) throw new Error(`${said} is not mounted`);
  return found;
};
const post = (path: string): Endpoint => endpointAt(`POST ${path}`);
const send = (endpoint: Endpoint, input: Record<string, unknown>) => app.call(root, endpoint, input as never);

const changed = async (before: Map<string, string>, besides: readonly string[] = []): Promise<string[]> => {
  const now = await contentsOfTables(app);
  return [...now]
    .filter(([name, content]) => before.get(name) !== content && !besides.includes(name))
    .map(([name]) => name);
};

describe('every call that changes a row', () => {
  it('says so, with a full draft to try it with', () => {
    const isChange = ({ method, log }: Endpoint) =>
      method === 'POST' && (log === LogKind.update || log === LogKind.grant);
    const choosy = (endpoint: Endpoint) =>
      Object.entries(shapeOf(endpoint)).some(([name, field]) => name !== 'version' && mayBeLeftOut(field));
    const unsaid = app.endpoints.filter(
      (one) => isChange(one) && choosy(one) && one.changes === undefined && !acts.has(one.path),
    );
    expect(unsaid.map(({ path }) => path)).toEqual([]);
    const changing = app.endpoints.filter((one) => one.changes !== undefined).map(({ path }) => path);
    expect(changing.filter((path) => !(path in fullDrafts))).toEqual([]);
    expect(Object.keys(fullDrafts).filter((path) => !changing.includes(path))).toEqual([]);
    const paths = new Set(app.endpoints.map(({ path }) => path));
    expect([...acts].filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe.each(Object.entries(fullDrafts))('%s', (path, how: FullDraft) => {
  let endpoint: Endpoint;
  let full: Record<string, unknown>;
  let naming: Record<string, unknown>;
  let others: string[];
  let before: Map<string, string>;

  // Each of these tests begins with the row filled in, and so do those of rows that name it.
  beforeEach(async () => {
    endpoint = post(path);
    full = how.draft(rows);
    const key = endpoint.changes!;
    naming = key ? { [key]: full[key] } : {};
    others = Object.keys(full).filter((name) => name !== key);
    await app.data(root, endpoint, full as never);
    before = await contentsOfTables(app);
  });
  afterAll(() => app.data(root, endpoint, full as never));

  it('is tried with every field', () => {
    const asked = Object.keys(shapeOf(endpoint)).filter((name) => name !== 'version' && !how.secrets?.includes(name));
    expect(asked.filter((name) => full[name] === undefined || full[name] === '')).toEqual([]);
  });

  it('leaves as it was what is not sent', async () => {
    const wrong: unknown[] = [];
    for (const sent of [{}, ...others.map((name) => ({ [name]: full[name] }))]) {
      const { code, message } = await send(endpoint, { ...naming, ...sent });
      const tables = await changed(before);
      if (code !== 200 || tables.length > 0) wrong.push({ sent, code, message, tables });
    }
    expect(wrong).toEqual([]);
  });

  it('takes back unchanged what is answered of the row', async () => {
    for (const said of how.shown ?? []) {
      const reading = endpointAt(said);
      const key = endpoint.changes!;
      const isList = 'page' in shapeOf(reading) || !('id' in shapeOf(reading));
      const { code, message, data } = await send(
        reading,
        isList ? { page: 1, limit: 100, type: full.type } : { id: full[key] },
      );
      expect([said, code, message]).toEqual([said, 200, expect.any(String)]);
      const { list } = data as { list?: Record<string, unknown>[] };
      const answers = (list ?? (Array.isArray(data) ? data : [data])) as Record<string, unknown>[];
      const row = answers.find((one) => !isList || one[key] === full[key]);
      expect(row, said).toBeDefined();
      const known = Object.entries(row!).filter(
        ([name]) => name in shapeOf(endpoint) && !how.otherShape?.includes(name),
      );
      const answer = await send(endpoint, { ...Object.fromEntries(known), ...naming });
      expect([said, answer.message, await changed(before)]).toEqual([said, 'ok', []]);
    }
  });

  it('is refused, and changes nothing, where somebody else changed the row since', async ({ skip }) => {
    if (!('version' in shapeOf(endpoint))) return skip();
    expect(await send(endpoint, { ...full, version: 999_999 })).toMatchObject({ code: Code.stale });
    expect(await changed(before)).toEqual([]);
  });

  it('clears what is sent empty, and keeps it empty', async () => {
    const shape = shapeOf(endpoint);
    const kept = new Set([...(how.keptWhenBlank ?? []), ...(how.fixed ?? []), ...(how.secrets ?? []), 'firmId']);
    const wrong: unknown[] = [];
    for (const name of others) {
      const blank = how.together?.find((group) => group.includes(name)) ?? [name];
      const { code, message } = await send(endpoint, {
        ...naming,
        ...Object.fromEntries(blank.map((one) => [one, null])),
      });
      const tables = await changed(before);
      const isCleared = code === 200 && tables.length > 0;
      const mayClear = mayBeLeftOut(shape[name]!) && !kept.has(name);
      if (isCleared !== mayClear) wrong.push({ name, code, message, tables });
      if (!isCleared) continue;
      const cleared = await contentsOfTables(app);
      const again = await send(endpoint, naming);
      if (again.code !== 200 || (await changed(cleared)).length > 0) wrong.push({ name, again });
      expect(await send(endpoint, full)).toMatchObject({ code: 200 });
      expect(await changed(before, how.history)).toEqual([]);
      before = await contentsOfTables(app);
    }
    expect(wrong).toEqual([]);
  });
});
