import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from './lib/run.mjs';

/**
 * The walls that a pattern over import texts cannot see: domains of the server lean on each other in one direction
 * only, and on operations, never on the handlers of an endpoint table; no folder hides behind an index file.
 */
const home = at('server/src');
const apart = new Set(['kit', 'seeds']);
const complaints = [];

const codeFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const domains = readdirSync(home, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !apart.has(entry.name))
  .map((entry) => entry.name);

const isHandler = (file) => existsSync(file) && /^\s*serve\(/m.test(readFileSync(file, 'utf8'));

/** One import that shows why a domain leans on another: domain → other domain → "file imports file". */
const leans = new Map(domains.map((domain) => [domain, new Map()]));
for (const domain of domains) {
  for (const file of codeFiles(join(home, domain)).filter((path) => !path.includes('.test.'))) {
    for (const [, other, target] of readFileSync(file, 'utf8').matchAll(/from '\.\.\/([a-z-]+)\/([\w./-]+)'/g)) {
      if (!leans.has(other) || other === domain) continue;
      const shown = `${file.slice(at().length)} imports ${other}/${target}`;
      leans.get(domain).set(other, shown);
      if (target === 'mount.ts' || isHandler(join(home, other, target))) {
        complaints.push(`${shown}, which is a handler: move what both need into an operation of its own`);
      }
    }
  }
}

const findLoop = (domain, path) => {
  if (path.includes(domain)) return [...path.slice(path.indexOf(domain)), domain];
  for (const other of leans.get(domain).keys()) {
    const loop = findLoop(other, [...path, domain]);
    if (loop) return loop;
  }
  return undefined;
};

const loop = domains.map((domain) => findLoop(domain, [])).find(Boolean);
if (loop) {
  const steps = loop.slice(1).map((other, index) => `  ${leans.get(loop[index]).get(other)}`);
  complaints.push(`domains lean on each other in a circle, ${loop.join(' → ')}:\n${steps.join('\n')}`);
}

for (const room of ['contract/src', 'server/src', 'console/src', 'scan/src']) {
  for (const file of codeFiles(at(room)).filter((path) => /[/\\]index\.tsx?$/.test(path))) {
    complaints.push(`${file.slice(at().length)}: no index files, import the file that holds the thing`);
  }
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
