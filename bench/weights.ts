import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Gzip bytes a visitor loads: of the console the sign-in page, the first page, and what each further screen adds of its own;
 * of the shopper's page everything before its answer.
 */
interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const dist = new URL('../console/dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>;
const weights = new Map<string, number>();
const weigh = (file: string): number => {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return weights.get(file)!;
};

/** Files that must be there before the module runs. */
const filesOf = (key: string, seen = new Set<string>()): Set<string> => {
  const files = new Set<string>();
  const visit = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    const chunk = manifest[at]!;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit(key);
  return files;
};
const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0);
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
const say = (name: string, bytes: number, aim: number) => {
  const isMet = bytes <= aim * 1000;
  if (!isMet) process.exitCode = 1;
  console.log(`${name.padEnd(44)} ${kb(bytes).padStart(10)}  aim ≤ ${aim} KB ${isMet ? 'met' : 'MISSED'}`);
};

const find = (part: string): string => {
  const key = Object.keys(manifest).find((name) => name.endsWith(part));
  if (!key) throw new Error(`no ${part} in the build`);
  return key;
};

const html = (name: string) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length;
const index = filesOf(find('index.html'));
const start = Object.keys(manifest).filter((key) => /app\/(start|console-routes|frame)\.tsx$/.test(key));
for (const key of start) for (const file of filesOf(key)) index.add(file);
const screens = Object.keys(manifest).filter((key) => key.includes('screens/') && manifest[key]!.src);
const dashboardKey = find('screens/stats/home/dashboard.tsx');
const dashboard = new Set([...index, ...filesOf(dashboardKey)]);

say('sign-in page', html('login.html') + sum(filesOf(find('login.html'))), 80);
say('first page before its charts', html('index.html') + sum(dashboard), 350);

const users = new Map<string, number>();
for (const key of screens) for (const file of filesOf(key)) users.set(file, (users.get(file) ?? 0) + 1);
const own = screens
  .filter((key) => key !== dashboardKey)
  .map((key) => ({
    key,
    bytes: sum([...filesOf(key)].filter((file) => !dashboard.has(file) && users.get(file) === 1)),
  }))
  .sort((a, b) => b.bytes - a.bytes);
for (const { key, bytes } of own.slice(0, 8)) say(key.replace('src/', ''), bytes, 30);
console.log(`${own.length} further screens, ${own.filter(({ bytes }) => bytes > 30_000).length} above 30 KB`);
const shared = new Set(
  screens.flatMap((key) => [...filesOf(key)]).filter((file) => !dashboard.has(file) && users.get(file)! > 1),
);
console.log(`${'shared by several screens, loaded once'.padEnd(44)} ${kb(sum(shared)).padStart(10)}`);

const scan = new URL('../scan/dist/', import.meta.url);
const scanPage = readFileSync(new URL('index.html', scan), 'utf8');
const scanWeight = (files: Iterable<string>): number =>
  [...files].reduce(
    (bytes, file) => bytes + gzipSync(readFileSync(new URL(file, scan)), { level: 9 }).length,
    gzipSync(scanPage, { level: 9 }).length,
  );
const scanParts = JSON.parse(readFileSync(new URL('.vite/manifest.json', scan), 'utf8')) as Record<string, Chunk>;
/** What the page itself names, and what these parts bring, with what all of them need. */
const scanWith = (...parts: string[]): Set<string> => {
  const files = new Set([...scanPage.matchAll(/\/scan\/(assets\/[^"]+)/g)].map(([, file]) => file!));
  const seen = new Set<string>();
  const addPart = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const { file, css = [], imports = [] } = scanParts[key]!;
    for (const one of [file, ...css]) files.add(one);
    imports.forEach(addPart);
  };
  ['index.html', ...parts].forEach(addPart);
  return files;
};
say("shopper's page", scanWeight(scanWith()), 30);

const modes = Object.keys(scanParts).filter(
  (key) => /^src\/play\/modes\/[^/]+\.tsx$/.test(key) && scanParts[key]!.isDynamicEntry,
);
const withModes = modes.map((mode) => scanWeight(scanWith('src/play/offer-draw.tsx', 'src/play/open-play.ts', mode)));
say("shopper's page with the heaviest way of playing", Math.max(...withModes), 56);
say('first page of field staff', scanWeight(scanWith('src/field/open-field.tsx')), 70);
