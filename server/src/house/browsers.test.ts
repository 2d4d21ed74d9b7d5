import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browsers as consoleBrowsers } from '../../../console/browsers.ts';
import { served } from '../../../console/older-browsers.ts';
import { browsers as phoneBrowsers } from '../../../scan/browsers.ts';
import { usesBeyond } from '../../test/beyond-browsers.ts';

const root = join(import.meta.dirname, '../../..');

// A name of one of our own or of a library's, on something that is none of the browser's.
const own = 'a method of that name of our own or of a library';
const looked = 'looked for before it is called';

/** What the pages may use besides, and why. */
const allowed: Record<string, Record<string, string>> = {
  console: {
    '.caretPositionFromPoint': looked,
    '.caretRangeFromPoint': looked,
    '.command': own,
    '.dispose': own,
    '.drop': own,
    '.exitFullscreen': 'what it throws is said: 当前浏览器不支持全屏',
    '.getHTML': own,
    '.parseHTML': own,
    '.requestFullscreen': 'what it throws is said: 当前浏览器不支持全屏',
    '.resize': own,
    '.startViewTransition': 'React goes on without it',
    '.take': own,
    '.toArray': own,
    '.union': own,
    '.when': own,
    'Error.captureStackTrace': looked,
    'URL.canParse': looked,
    navigation: looked,
    setImmediate: looked,
  },
  scan: {
    '.drop': own,
    '.moveBefore': looked,
    '.union': own,
    'Error.captureStackTrace': looked,
    createImageBitmap: 'where it throws a picture is sent as it was taken',
    queueMicrotask: 'lib/older-phones.ts',
  },
};

/** What the built files of some pages use beyond their browsers, each with where. */
const usedBy = (pages: string, browsers: Record<string, string>): Map<string, string> => {
  const look = usesBeyond(browsers);
  const folder = join(root, pages, 'dist/assets');
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js') && !file.startsWith('older-'));
  return new Map(
    scripts.flatMap((file) =>
      [...look(readFileSync(join(folder, file), 'utf8'))].map(([name, at]): [string, string] => [
        name,
        `${file}: ${at}`,
      ]),
    ),
  );
};

beforeAll(async () => {
  const { href } = new URL('../../../scripts/build.mjs', import.meta.url);
  const { ensureBuilt } = (await import(href)) as { ensureBuilt: (what: { of: string[] }) => Promise<void> };
  await ensureBuilt({ of: ['console', 'scan'] });
});

describe.each([
  ['console', consoleBrowsers, served.map(({ type, name }) => (type === 'array' ? `.${name}` : name))],
  ['scan', phoneBrowsers, []],
])('the built pages of %s', (pages, browsers, polyfills) => {
  it('use nothing that their oldest browsers have not, but what is served to these or stands here with its reason', () => {
    const used = usedBy(pages, browsers);
    const known = new Set([...polyfills, ...Object.keys(allowed[pages]!)]);
    expect([...used].filter(([name]) => !known.has(name))).toEqual([]);
    // Nor is anything served or excused that nothing uses any more.
    expect([...known].filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('of what a script uses', () => {
  const look = usesBeyond(phoneBrowsers);
  it.each([
    ['a method of arrays', 'const last = rows.at(-1);', '.at'],
    ['one behind a question', 'const last = rows?.toSorted();', '.toSorted'],
    ['one behind a global name', 'const made = Object.fromEntries(pairs);', 'Object.fromEntries'],
    ['one handed on', 'pairs.map(Object.fromEntries);', 'Object.fromEntries'],
    ['a global name', 'const copy = structuredClone(one);', 'structuredClone'],
    ['one behind the window', 'window.queueMicrotask(run);', 'queueMicrotask'],
    ['what is made', 'new WeakRef(one);', 'WeakRef'],
    ['a method of the page', 'element.replaceChildren();', '.replaceChildren'],
    ['one of an iterator', 'const names = rows.keys().map(String);', 'Iterator.map'],
    ['a regular expression', 'const amount = /(?<=¥)1/;', 'lookbehind'],
  ])('%s is found', (_what, code, name) => {
    expect([...look(code).keys()]).toEqual([name]);
  });
  it.each([
    ['what every browser has', 'rows.flatMap(toRows); Object.entries(rows); new Map(rows); element.append(text);'],
    ['what is only looked at', "if (typeof structuredClone === 'function') run();"],
    ['a name of its own', 'const structuredClone = (one) => one; structuredClone(rows);'],
    ['a field', 'const { at } = row; show(row.at, { queueMicrotask: 1 });'],
    ['what is behind Object', 'Object.values(rows).map(String);'],
  ])('%s is not', (_what, code) => {
    expect([...look(code)]).toEqual([]);
  });
  it('a newer browser has more', () => {
    const code = 'rows.at(-1); rows.toSorted();';
    expect([...usesBeyond(consoleBrowsers)(code).keys()]).toEqual(['.toSorted']);
    expect([...usesBeyond({ chrome: '120' })(code).keys()]).toEqual([]);
  });
});
