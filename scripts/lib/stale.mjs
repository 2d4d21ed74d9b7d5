import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, root } from './run.mjs';

const shared = ['package-lock.json', 'tsconfig.base.json', 'contract/src', 'scripts/build.mjs', 'scripts/lib'];

/** What each part is made from, and the file that shows that it was made. */
export const parts = {
  server: { sources: ['server/src', 'server/package.json', ...shared], result: 'server/dist/main.js' },
  console: { sources: ['console', ...shared], result: 'console/dist/index.html' },
  scan: { sources: ['scan', ...shared], result: 'scan/dist/index.html' },
};

const skipped = new Set(['dist', 'node_modules', 'test', '.vite']);
const isSource = (name) => !skipped.has(name) && !/\.test\.tsx?$/.test(name);

const filesOf = (path) => {
  if (!existsSync(at(path))) return [];
  if (statSync(at(path)).isFile()) return [path];
  return readdirSync(at(path), { withFileTypes: true })
    .filter((entry) => isSource(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]));
};

const stampFile = (part) => at(part, 'dist', '.stamp.json');

const digest = (texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
};

/** Times and sizes answer at once; the contents are read only when those differ, as after a checkout. */
const look = (part) => {
  const files = parts[part].sources.flatMap(filesOf).toSorted();
  const times = digest([
    root,
    ...files.map((file) => `${file} ${statSync(at(file)).mtimeMs} ${statSync(at(file)).size}`),
  ]);
  return { times, contents: () => digest(files.flatMap((file) => [file, readFileSync(at(file))])) };
};

/** The state of a part's sources; take it before building, for they may change meanwhile. */
export const stateOf = (part) => {
  const { times, contents } = look(part);
  return { times, contents: contents() };
};

/** Remembers the sources that the present result was built from. */
export const markBuilt = (part, state) => {
  mkdirSync(at(part, 'dist'), { recursive: true });
  writeFileSync(stampFile(part), JSON.stringify(state));
};

/** Those of some parts whose sources changed since they were built. */
export const staleParts = (of) =>
  of.filter((part) => {
    if (!existsSync(at(parts[part].result)) || !existsSync(stampFile(part))) return true;
    const built = JSON.parse(readFileSync(stampFile(part), 'utf8'));
    const { times, contents } = look(part);
    if (built.times === times) return false;
    if (built.contents !== contents()) return true;
    markBuilt(part, { times, contents: built.contents });
    return false;
  });
