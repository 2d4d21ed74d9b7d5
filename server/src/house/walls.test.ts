import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const walls = fileURLToPath(new URL('../../../scripts/check-walls.mjs', import.meta.url));
const states = fileURLToPath(new URL('../../../scripts/check-states.mjs', import.meta.url));
const owners = fileURLToPath(new URL('../../../scripts/check-owners.mjs', import.meta.url));
const papers = fileURLToPath(new URL('../../../scripts/check-papers.mjs', import.meta.url));
const waits = fileURLToPath(new URL('../../../scripts/check-waits.mjs', import.meta.url));
const linter = fileURLToPath(new URL('../../../node_modules/oxlint/bin/oxlint', import.meta.url));
const rules = fileURLToPath(new URL('../../../.oxlintrc.json', import.meta.url));
const trees: string[] = [];
afterEach(() => Promise.all(trees.splice(0).map((tree) => rm(tree, { recursive: true }))));

/** What a check says of a house with these files. */
const complaintsOf = async (files: Record<string, string>, check = walls): Promise<string> => {
  const tree = await mkdtemp(join(tmpdir(), 'zhuiyuan-walls-'));
  trees.push(tree);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(tree, dirname(file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [check, '--root', tree], (error, _out, complaints) =>
      resolve(error ? complaints : 'sound'),
    );
  });
};
const empty = 'export const a = 1;\n';

test.each([
  [
    'a room that reads one behind it',
    { 'server/src/codes/state/a.ts': "import { a } from '../ops/b.ts';\n", 'server/src/codes/ops/b.ts': empty },
    'codes/ops stands behind codes/state',
  ],
  [
    'a file that opens pictures past the kit',
    { 'server/src/media/a.ts': "import sharp from 'sharp';\n" },
    'server/src/kit/sharp.ts is the one file that does',
  ],
  [
    'the kit that reads a domain',
    { 'server/src/kit/db/a.ts': "import { a } from '../../jobs/b.ts';\n", 'server/src/jobs/b.ts': empty },
    'jobs stands behind kit/db',
  ],
  [
    'a floor of a domain that reads one of its rooms',
    { 'server/src/parties/a.ts': "import { a } from './shop/b.ts';\n", 'server/src/parties/shop/b.ts': empty },
    'parties/shop stands behind parties',
  ],
  [
    'a server that reads the contract of a later domain',
    {
      'server/src/jobs/a.ts': "import { a } from '@zhuiyuan/contract/parties/b';\n",
      'contract/src/parties/b.ts': empty,
    },
    'jobs reads the contract of domains before it',
  ],
  [
    'a page that reads the server',
    { 'console/src/lib/a.ts': "import { a } from '../../../server/src/kit/b.ts';\n", 'server/src/kit/b.ts': empty },
    'console reads the contract and nothing else',
  ],
  [
    'a server that reads the simulator',
    { 'server/src/payout/a.ts': "import { a } from '@zhuiyuan/simulator/b';\n", 'simulator/src/b.ts': empty },
    'server reads the contract and nothing else',
  ],
  [
    'a simulator that reads the contract',
    { 'simulator/src/a.ts': "import { a } from '@zhuiyuan/contract/payout/b';\n", 'contract/src/payout/b.ts': empty },
    'the simulator shares nothing with this house',
  ],
  [
    'a screen that reads another domain’s',
    {
      'console/src/screens/codes/a.tsx': "import { a } from '../trace/b.tsx';\n",
      'console/src/screens/trace/b.tsx': empty,
    },
    'a screen never imports another domain',
  ],
  [
    'a list of routes that opens another domain’s screen',
    {
      'console/src/screens/codes/routes.ts': "export const a = () => import('../trace/lot/b.tsx');\n",
      'console/src/screens/trace/lot/b.tsx': empty,
    },
    'a screen never imports another domain',
  ],
  [
    'a screen that reads a list of routes',
    {
      'console/src/screens/codes/ops/a.tsx': "import { a } from '../routes.ts';\n",
      'console/src/screens/codes/routes.ts': empty,
    },
    'screens/codes/routes.ts stands behind screens/codes/ops',
  ],
  [
    'a lazy import that goes the wrong way',
    {
      'console/src/parts/form/a.ts': "export const a = () => import('../list/b.ts');\n",
      'console/src/parts/list/b.ts': empty,
    },
    'parts/list stands behind parts/form',
  ],
  [
    'a domain that calls another one’s handler',
    {
      'server/src/parties/a.ts': "import { a } from '../trace/lot/b.ts';\n",
      'server/src/trace/lot/b.ts': 'export const a = () =>\n  serve(app, {}, {});\n',
    },
    'it is a handler',
  ],
  [
    'a domain that mounts what is another’s',
    {
      'server/src/trace/domain.ts': "import { a } from '../media/b.ts';\n",
      'server/src/media/b.ts': empty,
    },
    'a domain names what is its own: media mounts and hears for itself',
  ],
  [
    'a room that reads the list of its domain',
    {
      'server/src/trace/lot/a.ts': "import { a } from '../domain.ts';\n",
      'server/src/trace/domain.ts': empty,
    },
    'trace/domain.ts stands behind trace/lot',
  ],
  ['a folder that is no room', { 'server/src/cellar/a.ts': empty }, 'server/src/cellar: stands in no line'],
  [
    'a folder of a room',
    { 'server/src/codes/ops/cellar/a.ts': empty },
    'server/src/codes/ops/cellar: stands in no line',
  ],
  ['a file of no folder', { 'contract/src/a.ts': empty }, 'contract/src: stands in no line'],
  [
    'a room and one inside it that import each other',
    {
      'server/src/movement/ship/a.ts': "import { a } from './judge/b.ts';\n",
      'server/src/movement/ship/judge/b.ts': "import { a } from '../a.ts';\n",
    },
    'movement/ship/judge/b.ts imports server/src/movement/ship/a.ts: movement/ship stands behind movement/ship/judge',
  ],
  [
    'two rooms of one line that import each other',
    {
      'console/src/screens/stats/wall/a.ts': "import { b } from '../screens/b.ts';\nexport const a = b;\n",
      'console/src/screens/stats/screens/b.ts': "import { a } from '../wall/a.ts';\nexport const b = a;\n",
    },
    'screens/stats/wall stands behind screens/stats/screens',
  ],
  ['an index file', { 'contract/src/kit/index.ts': empty }, 'no index files'],
  [
    'a room that is full',
    Object.fromEntries(Array.from({ length: 36 }, (_, at) => [`server/src/stats/a${at}.ts`, empty])),
    'holds 36 sources',
  ],
])('%s is told', async (_what, files, complaint) => {
  expect(await complaintsOf(files as Record<string, string>)).toContain(complaint);
});

/** What the lint says of a source of this house. */
const lintOf = async (text: string): Promise<string> => {
  const tree = await mkdtemp(join(tmpdir(), 'zhuiyuan-lint-'));
  trees.push(tree);
  await writeFile(join(tree, 'a.ts'), text);
  return new Promise((resolve) => {
    execFile(process.execPath, [linter, '-c', rules, join(tree, 'a.ts')], (error, said) =>
      resolve(error ? said : 'sound'),
    );
  });
};

test('a signal that is joined with a timeout is told, which may be collected before it fires', async () => {
  const joined = 'export const a = (s: AbortSignal) => AbortSignal.any([s, AbortSignal.timeout(1)]);\n';
  expect(await lintOf(joined)).toContain("'AbortSignal.any' is restricted");
  expect(await lintOf('export const { any } = AbortSignal;\n')).toContain('restricted');
  expect(await lintOf('export const a = AbortSignal.timeout(1);\n')).toBe('sound');
});

test('imports that go down are sound', async () => {
  expect(
    await complaintsOf({
      'contract/src/codes/state/b.ts': empty,
      'server/src/codes/state/b.ts': empty,
      'server/src/codes/ops/a.ts':
        "import { a } from '../state/b.ts';\nimport { b } from '@zhuiyuan/contract/codes/state/b';\n",
      'server/src/codes/ops/a.test.ts': "import { c } from '../../stats/c.ts';\n",
    }),
  ).toBe('sound');
});

/** What the check of the states says of a source of the server. */
const sayOfStates = (text: string): Promise<string> => complaintsOf({ 'server/src/jobs/a.ts': text }, states);

test.each([
  ['a comparison', "db.selectFrom('fileJob').where('status', '=', 1);", "'status', '=', 1"],
  ['a list', "db.selectFrom('task').where('task.phase', 'in', [1, TaskPhase.packing]);", 'TaskPhase'],
  ['a join', "db.selectFrom('agent').innerJoin('shopAss as of', (on) => on.on('of.kind', '=', 1));", 'ShopLinkKind'],
  ['a callback', "db.selectFrom('fileJob').where((row) => row.or([row('kind', '<>', 2)]));", 'JobKind'],
  ['a change', "db.updateTable('task').set({ status: ok ? 3 : 2 });", 'TaskStatus'],
  ['a change by the kit', "changeRow(db, 'lot', id, { recallState: 1 });", 'RecallState'],
  ['an insert', "db.insertInto('codeOp').values(rows.map((row) => ({ ...row, opType: 1 })));", 'OpType'],
  ['a statement', 'sql`select from segment s join agent a on true where s.level = 0`;', 's.level = 0'],
  ['a list of a statement', 'sql`delete from code_span where kind in (1, 2)`;', 'SpanKind'],
  ['a case', "sql`select case obj_kind when 3 then 'a' end from registration`;", 'ObjectKind'],
  ['a fragment', 'sql`op.op_type = 1 and op.reversed_by is null`;', 'OpType'],
  ['a key of a payload', "sql`(s.payload ->> 'holderKind')::int = 1`;", 'Holder'],
  ['an insert of a statement', 'sql`insert into code_ext (seg, face) values (${seg}, ${face}), (${seg}, 1)`;', 'Face'],
  ['an insert of a selection', 'sql`insert into file_job (kind, biz) select 2, n from x`;', 'JobKind'],
  ['a plain text', "pool.query('update risk_event set status = 2 where id = $1', [id]);", 'RiskStatus'],
])('%s with the bare number of a state is told', async (_what, text, complaint) => {
  expect(await sayOfStates(text)).toContain(complaint);
});

test('named states, plain numbers and what is no column are sound', async () => {
  expect(
    await sayOfStates(`
      db.selectFrom('fileJob').where('status', '=', JobStatus.running).where('cursorRow', '>', 0);
      db.selectFrom('agent').where('agent.level', '<', 5);
      db.updateTable('task').set({ phase: TaskPhase.done, rowsDone: 0, isDel: 1 });
      sql\`update task set phase = \${sql.lit(TaskPhase.done)}, rows_done = 0 where is_del = 0\`;
      sql\`insert into code_ext (seg, serial, face) values (1, 2, \${Face.outer})\`;
      sql\`select state from agent where level = 2\`;
      new Map().set('status', 1);
      if (answer.status === 200) done({ status: 0 });
    `),
  ).toBe('sound');
});

/** What the check of the owners says of a source of a room. */
const sayOfOwners = (text: string, room = 'parties/shop'): Promise<string> =>
  complaintsOf({ [`server/src/${room}/a.ts`]: text }, owners);

test.each([
  ['an insert', "db.insertInto('fileJob').values(job);", 'writes file_job: jobs owns it'],
  ['a change', "db.updateTable('agent').set({ salesmanId });", 'writes agent: parties/agent owns it'],
  ['a deletion', "db.deleteFrom('session').where('adminId', '=', id);", 'writes session: access owns it'],
  ['a change by the kit', "changeRow(db, 'lot', id, { chainCnt });", 'writes lot: trace/lot owns it'],
  ['a statement', 'sql`with gone as (delete from code_span where seg = ${seg} returning id) select 1`;', 'code_span'],
  ['a statement of two lines', 'sql`\n  update segment s\n  set scan_cnt = 1`;', 'segment'],
  ['a plain text', "pool.query('truncate audit_log');", 'audit_log'],
  ['a table nobody can read', 'db.deleteFrom(table).execute();', 'nobody can read'],
  ['a table of a statement nobody can read', 'sql`delete from ${sql.table(name)}`;', 'nobody can read'],
  ['a table without an owner', "db.insertInto('teapot').values(teapot);", 'names no owner'],
])('%s of another room’s table is told', async (_what, text, complaint) => {
  expect(await sayOfOwners(text)).toContain(complaint);
});

test('what a room writes of its own, locks and reads is sound', async () => {
  expect(
    await sayOfOwners(`
      db.updateTable('shop').set({ name });
      changeRow(db, 'shop', id, { isDel: 1 });
      db.selectFrom('agent').select('id').forUpdate();
      sql\`insert into shop (name) select name from agent for update of agent on conflict (id) do update set name = 'a'\`;
    `),
  ).toBe('sound');
  expect(await sayOfOwners("db.insertInto('agent').values(agent);", 'seeds/demo')).toBe('sound');
});

/** What the check of the waits says of a test. */
const sayOfWaits = (text: string): Promise<string> => complaintsOf({ 'server/src/jobs/a.test.ts': text }, waits);
const sleeping = "import { setTimeout as nap } from 'node:timers/promises';\n";

test.each([
  ['a short pause', `${sleeping}await nap(20);\n`, 'a.test.ts:2'],
  ['a computed one', `${sleeping}await nap(\n  2 * pause,\n);\n`, 'a.test.ts:2'],
  ['a promise of one', 'await new Promise<void>((done) =>\n  setTimeout(done, 50),\n);\n', 'a.test.ts:1'],
  ['a poll by hand', `${sleeping}while (!isDone)\n  await nap(10);\n`, 'a.test.ts:3'],
  ['a second way to poll', '// Why.\nawait vi.waitFor(() => isDone);\n', 'expect.poll or eventually'],
  ['a pause of a page', '// Why.\nawait page.waitForTimeout(10);\n', 'what the page shows'],
])('%s in a test is told', async (_what, text, complaint) => {
  expect(await sayOfWaits(text)).toContain(complaint);
});

test('a pause that says what lasts so long is sound, and so is a helper of one', async () => {
  expect(
    await sayOfWaits(`${sleeping}// Longer than the lease.
      await nap(20);
      const later = (ms: number) => new Promise((done) => setTimeout(done, ms));
      const timer = setTimeout(cut, 20);
    `),
  ).toBe('sound');
});

/** What the check of the papers says of one page and its house. */
const sayOfPapers = (files: Record<string, string>): Promise<string> =>
  complaintsOf({ 'package.json': '{"scripts":{"backup":"x"}}', 'server/src/kit/db/live.ts': empty, ...files }, papers);
const decision = '# 0001 One way\n';
const index = '| [0001](0001-one.md) | One way | 2026-11-21 |\n';

test.each([
  ['a link to nothing', { 'docs/a.md': '[why](gone.md)\n' }, 'docs/a.md:1: no file gone.md'],
  ['a path that is gone', { 'docs/a.md': '\n`kit/db/lives.ts`\n' }, 'docs/a.md:2: no file kit/db/lives.ts'],
  ['a file of no folder', { 'README.md': '`lives.ts`\n' }, 'README.md:1: no file lives.ts'],
  ['a command nobody has', { 'README.md': '`npm run backups`\n' }, 'no command npm run backups'],
  ['a decision the index leaves out', { 'docs/decisions/0001-one.md': decision }, 'has no line for 0001 One way'],
  ['a number given twice', { 'docs/decisions/0001-a.md': decision, 'docs/decisions/0001-b.md': decision }, 'of two'],
  [
    'a table of rooms that stopped',
    {
      'docs/architecture.md': '\n## Rooms\n\n| domain | rooms |\n|---|---|\n| `trace` | `lots` |\n',
    },
    'there is no room trace/lots',
  ],
  [
    'an event nobody tells',
    {
      'docs/architecture.md': '\n## Who must know\n\n| told |\n|---|\n| `lot.lost` |\n',
      'server/src/trace/domain.ts': "export const trace = { hears: { 'lot.found': [a] } };\n",
    },
    'there is no event or question lot.lost',
  ],
  [
    'an event the page leaves out',
    {
      'docs/architecture.md': '\n## Who must know\n\n| told |\n|---|\n| `lot.lost` |\n',
      'server/src/trace/domain.ts': "export const trace = {\n  hears: {\n    'lot.found': [a],\n    'lot.lost': [a],\n",
    },
    'says nothing of event or question lot.found',
  ],
])('%s is told', async (_what, files, complaint) => {
  expect(await sayOfPapers(files)).toContain(complaint);
});

test('papers that are true are sound', async () => {
  const page =
    '[why](decisions/0001-one.md#part) `kit/db/live.ts` `live.ts` `npm run backup` `a.b` [out](https://a.cn/b.md)\n';
  expect(
    await sayOfPapers({
      'docs/a.md': page,
      'docs/decisions/0001-one.md': decision,
      'docs/decisions/README.md': index,
    }),
  ).toBe('sound');
});
