import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { domainOf, importsOf, isListed, placeOf, ranks, sourcesOf } from './lib/house.mjs';
import { mostSources, order } from './lib/rooms.mjs';
import { at } from './lib/run.mjs';

/**
 * The walls between the rooms of `lib/rooms.mjs`, over resolved imports: every folder is a room by its whole name, and leans on those
 * before it alone, so that no two import each other; the sides share the contract, and the simulator not even that; the server reads the contract of its own domain and of those before it; screens
 * of one domain know none of another; a domain's list of what it mounts and hears names its own alone, and nobody outside of it imports a handler
 * of its endpoint tables; no folder hides behind an
 * index file or holds more than anybody can look over.
 * `--root <folder>` looks at another tree: a test plants faults there.
 */
const flag = process.argv.indexOf('--root');
const root = flag > 0 ? process.argv[flag + 1] : at('');
const complaints = [];

const domainRanks = new Map(order.contract.map(([room]) => room.split('/')[0]).map((domain, rank) => [domain, rank]));

const isHandler = (file) =>
  basename(file) === 'domain.ts' || /^\s*serve\(/m.test(readFileSync(join(root, file), 'utf8'));

/** Why `from` may not import `to`; undefined where it may. */
const whyNot = (from, to, target) => {
  if (from.side !== to.side) {
    if (from.side === 'simulator')
      return 'the simulator shares nothing with this house: a mistake would be made twice and cancel itself';
    if (to.side !== 'contract') return `${from.side} reads the contract and nothing else of this house`;
    if (from.side !== 'server') return undefined;
    const [own, other] = [domainOf(from), domainOf(to)];
    // What is no domain stands behind all of them.
    return domainRanks.get(other) > (domainRanks.get(own) ?? Infinity)
      ? `${own} reads the contract of domains before it: what both need belongs to ${own}, or further down`
      : undefined;
  }
  if (from.room === to.room) return undefined;
  const [own, other] = [domainOf(from), domainOf(to)];
  if (from.side === 'console' && from.room.startsWith('screens/') && to.room.startsWith('screens/') && own !== other)
    return `a screen never imports another domain's: what two domains need belongs in console/src/parts or lib`;
  if (ranks[from.side].get(to.room) >= ranks[from.side].get(from.room))
    return `${to.room} stands behind ${from.room}: move what both need further down, or let an event or a question carry it`;
  if (basename(from.room) === 'domain.ts' && own !== other && other !== 'kit')
    return `a domain names what is its own: ${other} mounts and hears for itself`;
  if (
    from.side === 'server' &&
    own !== other &&
    !['kit', 'app', 'seeds'].includes(other) &&
    from.room !== 'app' &&
    isHandler(target)
  )
    return 'it is a handler: move what both need into an operation of its own';
  return undefined;
};

/** Packages that one file alone imports: how it sets them up holds for whatever uses them. */
const keepers = { sharp: 'server/src/kit/sharp.ts' };
const packages = /(?:\bfrom\s+|\bimport\s+|\b(?:import|require)\(\s*)['"]([a-z][\w-]*)['"]/g;

const folders = new Map();
const unlisted = new Set();
for (const side of Object.keys(order))
  for (const file of sourcesOf(root, side)) {
    if (/\/index\.tsx?$/.test(file)) complaints.push(`${file}: no index files, import the file that holds the thing`);
    folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    if (!isListed(file)) unlisted.add(dirname(file));
    const from = placeOf(file);
    if (!from.room) continue;
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, name] of source.matchAll(packages))
      if (Object.hasOwn(keepers, name) && keepers[name] !== file)
        complaints.push(`${file} imports ${name}: ${keepers[name]} is the one file that does`);
    for (const target of importsOf(root, file, source)) {
      const to = placeOf(target);
      const why = to.room && whyNot(from, to, target);
      if (why) complaints.push(`${file} imports ${target}: ${why}`);
    }
  }
for (const folder of unlisted)
  complaints.push(`${folder}: stands in no line of scripts/lib/rooms.mjs, whose order says what it may import`);
for (const [folder, count] of folders)
  if (count > mostSources)
    complaints.push(`${folder} holds ${count} sources: rooms of more than ${mostSources} are divided`);

for (const complaint of complaints.sort()) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
