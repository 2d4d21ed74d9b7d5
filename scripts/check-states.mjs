import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vitest/node';
import { at } from './lib/run.mjs';
import { states } from './lib/states.mjs';

/**
 * States by name: no query builder and no statement of the server, its seeds and its tests compares, sets or inserts the bare
 * number of a state where `lib/states.mjs` knows the column's enumeration. `--root <folder>` looks at another tree.
 */
const flag = process.argv.indexOf('--root');
const root = flag > 0 ? process.argv[flag + 1] : at('');
const complaints = [];

const sourcesOf = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(d|gen)\.ts$/.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    : [];

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The enumeration of a column of one of some tables; without a table that has it, of every table, where none has a plain number there. */
const stateOf = (column, tables) => {
  const of = states[column];
  if (!of) return undefined;
  if (of['*']) return of['*'];
  const known = tables.map((table) => of[table]).filter(Boolean);
  if (known.includes('number')) return undefined;
  if (known.length > 0) return [...new Set(known)].join(' or ');
  const all = [...new Set(Object.values(of))];
  return tables.length > 0 || all.includes('number') ? undefined : all.join(' or ');
};

const isNumber = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'number') ||
  (node?.type === 'UnaryExpression' && isNumber(node.argument));
/** Bare numbers a value can be. */
const hasNumber = (node) =>
  isNumber(node) ||
  (node?.type === 'ArrayExpression' && node.elements.some(hasNumber)) ||
  (node?.type === 'ConditionalExpression' && (hasNumber(node.consequent) || hasNumber(node.alternate))) ||
  (node?.type === 'LogicalExpression' && hasNumber(node.right));
const textOf = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined);
const calledAs = (call) =>
  call.callee.type === 'MemberExpression'
    ? call.callee.property.name
    : call.callee.type === 'Identifier'
      ? call.callee.name
      : undefined;

const naming = /^(selectFrom|updateTable|insertInto|deleteFrom|(inner|left|right|full)Join|from|using)$/;
/** Tables of a chain of calls, by the names they go by there. */
const tablesOfChain = (call, tables) => {
  for (let node = call; node; node = node.callee?.object ?? node.object) {
    if (node.type !== 'CallExpression' || !naming.test(calledAs(node) ?? '')) continue;
    const [first] = node.arguments;
    for (const name of first?.type === 'ArrayExpression' ? first.elements.map(textOf) : [textOf(first)]) {
      const [table, alias] = name?.split(' as ') ?? [];
      if (table) tables.set(alias ?? table, snake(table));
    }
  }
};

/** Objects that `.values(…)` and `.set(…)` are given. */
const rowsIn = (node) => {
  switch (node?.type) {
    case 'ObjectExpression':
      return [
        node,
        ...node.properties.filter(({ type }) => type === 'SpreadElement').flatMap(({ argument }) => rowsIn(argument)),
      ];
    case 'ArrayExpression':
      return node.elements.flatMap(rowsIn);
    case 'ConditionalExpression':
      return [...rowsIn(node.consequent), ...rowsIn(node.alternate)];
    case 'LogicalExpression':
      return rowsIn(node.right);
    case 'ArrowFunctionExpression':
      return rowsIn(node.body);
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return rowsIn(node.expression);
    case 'CallExpression':
      return calledAs(node) === 'map' ? rowsIn(node.arguments[0]) : [];
    default:
      return [];
  }
};

const operators = /^(=|!=|<>|<|>|<=|>=|in|not in|is|is not)$/;
const keywords =
  /^(set|where|on|join|left|cross|inner|order|group|limit|values|select|for|using|default|returning|union|lateral)$/i;
const compared =
  /(?:(\w+)\.)?(\w+)(?:')?(?:, \d+)?\)?(?:::\w+)?\s*(?:(?:=|<>|!=|<=|>=|<|>)\s*-?\d+\b|(?:not )?in \((?=[^)]*\d)[\d, -]+\))/gi;
const chosen = /case (?:(\w+)\.)?(\w+) when \d+/gi;
const isStatement = /^\s*(select|insert into|update|delete from|with|alter table) /i;

/** Parts of a list of a statement, apart by its own commas. */
const partsOf = (list) => {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
};

const faultsOfStatement = (text) => {
  const tables = new Map();
  for (const [, table, alias] of text.matchAll(/\b(?:from|join|update|into) (\w+)(?: (?:as )?(\w+))?/gi))
    tables.set(alias && !keywords.test(alias) ? alias : table, table);
  const found = [];
  const look = (alias, column, said) => {
    const of = alias
      ? stateOf(snake(column), tables.has(alias) ? [tables.get(alias)] : [])
      : stateOf(snake(column), [...tables.values()]);
    if (of) found.push([said.trim(), of]);
  };
  for (const [said, alias, column] of text.matchAll(compared)) look(alias, column, said);
  for (const [said, alias, column] of text.matchAll(chosen)) look(alias, column, said);
  for (const [, table, columns, how, rest] of text.matchAll(
    /insert into (\w+)(?: as \w+)?\s*\(([^)]*)\)\s*(values\s*|select )([\s\S]*)/gi,
  )) {
    const names = partsOf(columns);
    const rows = /^select/i.test(how)
      ? [partsOf(rest.split(/\sfrom\s/i)[0])]
      : partsOf(rest.split(/\s(?:on conflict|returning)\s/i)[0]).map((row) => partsOf(row.replace(/^\(|\)$/g, '')));
    // a fragment may stand for several columns
    for (const row of rows.filter(({ length }) => length === names.length))
      row.forEach((value, place) => {
        const of = /^-?\d+$/.test(value) && stateOf(names[place], [table]);
        if (of) found.push([`${names[place]} ${value}`, of]);
      });
  }
  return found;
};

const faultsOf = (file) => {
  const source = readFileSync(join(root, file), 'utf8');
  if (!/\d/.test(source)) return;
  const tell = (node, said, name) =>
    complaints.push(
      `${file}:${source.slice(0, node.start).split('\n').length}: ${said.replace(/\s+/g, ' ')} is a bare number: write the state of ${name}`,
    );
  const calls = [];

  const lookAtCall = (node) => {
    const [column, operator, value] = node.arguments;
    const name = textOf(column)?.split('.');
    const inChain = new Map();
    const tables = () => {
      for (const call of calls) tablesOfChain(call, inChain);
      return inChain;
    };
    const own = () => {
      const nearest = new Map();
      tablesOfChain(node, nearest);
      for (let depth = calls.length - 1; nearest.size === 0 && depth >= 0; depth -= 1)
        tablesOfChain(calls[depth], nearest);
      return [...nearest.values()];
    };
    if (name && states[snake(name.at(-1))] && node.arguments.length === 3 && operators.test(textOf(operator) ?? '')) {
      const of =
        name.length === 2
          ? stateOf(
              snake(name[1]),
              [tables().get(name[0]) ?? snake(name[0])].filter((table) => table !== undefined),
            )
          : stateOf(snake(name[0]), own());
      if (of && hasNumber(value)) tell(node.arguments[0], source.slice(column.start, value.end), of);
    }
    const called = calledAs(node);
    const row =
      called === 'changeRow'
        ? { tables: [snake(textOf(node.arguments[1]) ?? '')], given: node.arguments[3] }
        : called === 'values' || called === 'set' || called === 'doUpdateSet'
          ? { tables: own(), given: node.arguments[0] }
          : undefined;
    if (!row || row.tables.length === 0) return;
    for (const object of rowsIn(row.given))
      for (const property of object.properties) {
        const key = property.key?.name ?? property.key?.value;
        const of = property.type === 'Property' && hasNumber(property.value) && stateOf(snake(String(key)), row.tables);
        if (of) tell(property, source.slice(property.start, property.end), of);
      }
  };

  const lookAtText = (node, text) => {
    for (const [said, of] of faultsOfStatement(text)) tell(node, said, of);
  };

  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    const isCall = node.type === 'CallExpression';
    if (isCall) {
      lookAtCall(node);
      calls.push(node);
    }
    const isSql = node.type === 'TaggedTemplateExpression' && node.tag.name === 'sql';
    const quasi = isSql ? node.quasi : node.type === 'TemplateLiteral' ? node : undefined;
    if (quasi && !node.isSeen) {
      const text = quasi.quasis.map(({ value }) => value.cooked ?? value.raw).join('?');
      if (isSql || isStatement.test(text)) lookAtText(node, text);
      quasi.isSeen = true;
    } else if (isStatement.test(textOf(node) ?? '')) lookAtText(node, node.value);
    for (const key in node) if (key !== 'typeAnnotation' && key !== 'typeArguments') visit(node[key]);
    if (isCall) calls.pop();
  };
  visit(parseAst(source, { lang: 'ts' }).body);
};

for (const file of [...sourcesOf('server/src'), ...sourcesOf('server/test')]) faultsOf(file);

if (flag < 0) {
  const declared = new Set(
    [...sourcesOf('contract/src'), ...sourcesOf('server/src')].flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^export const (\w+) =/gm)].map(([, name]) => name),
    ),
  );
  for (const [column, of] of Object.entries(states))
    for (const name of Object.values(of))
      if (name !== 'number' && !declared.has(name))
        complaints.push(`scripts/lib/states.mjs: ${column} is named by ${name}, which is declared nowhere`);
}

for (const complaint of complaints.sort()) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
