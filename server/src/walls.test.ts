import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const check = fileURLToPath(new URL('../../scripts/check-walls.mjs', import.meta.url));
const trees: string[] = [];
afterEach(() => Promise.all(trees.splice(0).map((tree) => rm(tree, { recursive: true }))));

/** What the check of the walls says of a house with these files. */
const complaintsOf = async (files: Record<string, string>): Promise<string> => {
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
    'screens/codes/routes stands behind screens/codes/ops',
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
  ['a folder that is no room', { 'server/src/cellar/a.ts': empty }, 'stands in no room'],
  ['an index file', { 'contract/src/kit/index.ts': empty }, 'no index files'],
  [
    'a room that is full',
    Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`server/src/stats/a${at}.ts`, empty])),
    'holds 26 sources',
  ],
])('%s is told', async (_what, files, complaint) => {
  expect(await complaintsOf(files as Record<string, string>)).toContain(complaint);
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
