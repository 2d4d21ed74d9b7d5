import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vitest/node';
import { owners } from './lib/owners.mjs';
import { at } from './lib/run.mjs';

/**
 * Owners of tables: whatever inserts, changes or deletes rows stands in the room that `lib/owners.mjs` names for the table, in
 * query builders, in the kit's own writers and in statements. `--root <folder>` looks at another tree.
 */
const flag = process.argv.indexOf('--root');
const root = flag > 0 ? process.argv[flag + 1] : at('');
const complaints = [];

const ownerOf = new Map(Object.entries(owners).flatMap(([room, tables]) => tables.map((table) => [table, room])));
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const textOf = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined);

/** Which argument of a call names the table it writes. */
const writers = {
  insertInto: 0,
  updateTable: 0,
  deleteFrom: 0,
  mergeInto: 0,
  replaceInto: 0,
  changeRow: 1,
  switchRow: 1,
};
const unreadable = 'a table nobody can read here';
/** The kit's own writers, which are given their table. */
const given = 'kit/db/rows.ts';
const written =
  /\b(?:insert into|delete from|truncate(?: table)?|merge into|update(?!\s+(?:set|of|skip|nowait)\b))\s+(?:only\s+)?(\w+|\?)/gi;

const folder = join(root, 'server/src');
const sources = existsSync(folder)
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|d|gen)\.ts$/.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !file.startsWith('seeds/'))
  : [];

for (const file of sources) {
  const source = readFileSync(join(folder, file), 'utf8');
  const tell = (node, table) => {
    const owner = ownerOf.get(table);
    if (owner !== undefined && file.startsWith(`${owner}/`)) return;
    const line = source.slice(0, node.start).split('\n').length;
    const why = owner ? `${owner} owns it: call an operation of it` : 'scripts/lib/owners.mjs names no owner of it';
    complaints.push(`server/src/${file}:${line} writes ${table}: ${why}`);
  };
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (node.type === 'CallExpression') {
      const called = node.callee.property?.name ?? node.callee.name;
      const place = writers[called];
      if (place !== undefined && file !== given) {
        const table = textOf(node.arguments[place]);
        if (table !== undefined) tell(node, snake(table));
        else if (node.arguments.length > place) tell(node, unreadable);
      }
    }
    const quasis = node.type === 'TemplateLiteral' ? node.quasis : undefined;
    const text = quasis ? quasis.map(({ value }) => value.cooked ?? value.raw).join('?') : textOf(node);
    for (const [, table] of text?.matchAll(written) ?? [])
      if (ownerOf.has(table) || node.isSql) tell(node, table === '?' ? unreadable : table);
    if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'sql') node.quasi.isSql = true;
    for (const key in node) if (key !== 'typeAnnotation' && key !== 'typeArguments') visit(node[key]);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
}

for (const complaint of [...new Set(complaints)].sort()) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
