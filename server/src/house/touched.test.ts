import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const library = new URL('../../../scripts/lib/', import.meta.url);
const { touchedTests } = (await import(new URL('touched.mjs', library).href)) as {
  touchedTests: (tests: string[], tree: { house: string; changed: string[] }) => string[] | undefined;
};
const { journeysAbout } = (await import(new URL('journeys.mjs', library).href)) as {
  journeysAbout: (house: string, journeys: string[], word: string) => string[];
};

const screen = (path: string, file: string): string =>
  `  { path: '${path}', title: 'a', load: async () => (await import('${file}')).A },\n`;

/**
 * A house where packing stands on codes/ops and that on codes/state, registration hears what codes tell, and campaigns stand on parties, which stand
 * on lots.
 */
const sources: Record<string, string> = {
  'contract/src/scan/answer.ts': 'export const answer = 1;\n',
  'server/src/codes/state/read.ts': 'export const a = 1;\n',
  'server/src/codes/ops/run.ts': "import { a } from '../state/read.ts';\nawait emit(db, 'codes.changed', a);\n",
  'server/src/codes/ops/issue.ts': "await ask(parts.db, 'codes.issuing', 1);\n",
  'server/src/packing/pack.ts': "import { b } from '../codes/ops/run.ts';\n",
  'server/src/movement/ship/goods.ts': "import { c } from '../../packing/pack.ts';\n",
  'server/src/registration/follow.ts': 'export const follow = 1;\n',
  'server/src/parties/firm/quota.ts': 'export const use = 1;\n',
  'server/src/trace/lot/lot.ts': 'export const d = 1;\n',
  'server/src/parties/agent/agree.ts': "import { d } from '../../trace/lot/lot.ts';\n",
  'server/src/campaign/draw/draw.ts': "import { e } from '../../parties/agent/agree.ts';\n",
  'server/src/registration/domain.ts': [
    "import { follow } from './follow.ts';",
    'export const registration = {',
    '  mounts: [],',
    "  hears: { 'lot.told': [], 'codes.changed': [follow] },",
    '} satisfies Domain;',
  ].join('\n'),
  'server/src/parties/domain.ts': [
    "import { use as useQuota } from './firm/quota.ts';",
    'export const parties = {',
    '  mounts: [],',
    '  answers: {',
    "    'codes.issuing': async (db) => {",
    '      await useQuota(db);',
    '    },',
    '  },',
    '} satisfies Domain;',
  ].join('\n'),
  'console/src/screens/parties/routes.ts': `${screen('/identity/shops', './shop/shops.tsx')}${screen('/identity/shop/:id?', './shop/shop.tsx')}${screen('/identity/agents', './agent/agents.tsx')}`,
  'console/src/screens/trace/routes.ts': screen('/product/lots', './lot/lots.tsx'),
  'console/src/screens/parties/shop/shops.tsx': 'export const Shops = 1;\n',
  'scan/src/lib/call.ts': "import { answer } from '@zhuiyuan/contract/scan/answer';\n",
  'scan/src/play/offer.ts': "import { call } from '../lib/call.ts';\n",
  'e2e/world.ts': "export const home = '/identity/agents';\n",
  'e2e/campaign-world.ts': "import { home } from './world.ts';\n",
  'e2e/phone.ts': 'await page.goto(`/c/${code}`);\n',
};

const journeys: Record<string, string> = {
  'e2e/journeys/shops.spec.ts': "import '../world.ts';\nawait page.goto(`/identity/shop?keywords=${name}`);\n",
  'e2e/journeys/agents.spec.ts': "await page.goto('/identity/agents');\nawait ask('/admin/identity/shops');\n",
  'e2e/journeys/lots.spec.ts': "await page.goto('/product/lots/7');\n",
  'e2e/journeys/won.spec.ts': "import '../campaign-world.ts';\nimport '../phone.ts';\n",
  'e2e/journeys/addresses.spec.ts': "await page.goto('/identity/agents');\n",
};

const unit = [
  'codes/ops/run',
  'packing/pack',
  'movement/ship/goods',
  'registration/follow',
  'parties/firm/quota',
  'trace/lot/lot',
  'campaign/draw/draw',
  'kit/db/paging',
  'walks/walk',
].map((name) => `server/src/${name}.test.ts`);
const pages = ['scan/src/play/offer.test.ts', 'scan/src/app/open.test.ts'];
const screens = ['console/src/screens/parties/shop/shops.test.tsx', 'console/src/parts/list/table.test.tsx'];
const all = [...unit, ...pages, ...screens, ...Object.keys(journeys)];

let house: string;
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'zhuiyuan-house-'));
  for (const [file, text] of Object.entries({ ...sources, ...journeys })) {
    await mkdir(join(house, dirname(file)), { recursive: true });
    await writeFile(join(house, file), text);
  }
});
afterAll(() => rm(house, { recursive: true }));

/** The short names of the tests that a tree with these changes is asked for. */
const touchedBy = (...changed: string[]): string[] | undefined =>
  touchedTests(all, { house, changed })?.map((path) => /([^/]+)\.(?:test|spec)\.tsx?$/.exec(path)![1]!);

test('a tree without changes, or with papers alone, asks for nothing in particular', () => {
  expect(touchedBy()).toBeUndefined();
  expect(touchedBy('docs/words.md', 'README.md')).toBeUndefined();
});

test.each([
  'server/src/kit/db/paging.ts',
  'console/src/parts/list/table.tsx',
  'server/src/domains.ts',
  'server/src/start/door.ts',
  'contract/x.json',
])('a change of %s asks for everything', (changed) => {
  expect(touchedTests(all, { house, changed: [changed] })).toBe(all);
});

test('a change asks for all that uses it through others, and for who hears what these tell', () => {
  expect(touchedBy('server/src/codes/state/read.ts')).toEqual(['run', 'pack', 'goods', 'follow', 'walk']);
  expect(touchedBy('server/src/packing/pack.ts')).toEqual(['pack', 'goods', 'walk']);
});

test('who tells or asks stands on what is done then', () => {
  expect(touchedBy('server/src/registration/follow.ts')).toEqual(['run', 'pack', 'goods', 'follow', 'walk']);
  expect(touchedBy('server/src/parties/firm/quota.ts')).toEqual(['run', 'quota', 'walk', 'shops', 'agents']);
});

test('a test that changed is asked for by itself', () => {
  expect(touchedBy('server/src/trace/lot/lot.test.ts')).toEqual(['lot']);
  expect(touchedBy('e2e/journeys/addresses.spec.ts')).toEqual(['addresses']);
});

test('journeys run about what imports the change, and not about what uses it through others', () => {
  expect(touchedBy('server/src/trace/lot/lot.ts')).toEqual(['quota', 'lot', 'draw', 'walk', 'shops', 'agents', 'lots']);
});

test('a screen asks for the tests of screens and the journeys of its domain, what is asked of shoppers for their page and its journeys', () => {
  expect(touchedBy('console/src/screens/parties/shop/shops.tsx')).toEqual(['shops', 'shops', 'agents']);
  expect(touchedBy('contract/src/scan/answer.ts')).toEqual(['walk', 'offer', 'open', 'won']);
});

test.each([
  ['parties/shop', ['shops']],
  ['parties/agent', ['agents']],
  ['parties', ['shops', 'agents']],
  // No journey opens a screen of it alone.
  ['parties/salesman', ['shops', 'agents']],
  ['campaign/draw', ['won']],
  ['scan/query', ['won']],
  ['fieldwork', []],
  ['parties/shop/shop.test', []],
  ['journeys/shops', []],
])('the word %s names the journeys about that room', (word, about) => {
  expect(journeysAbout(house, Object.keys(journeys), word)).toEqual(
    about.map((name) => `e2e/journeys/${name}.spec.ts`),
  );
});
