import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { order } from './rooms.mjs';

/** Below a root: the sources of a side of the house without their tests, by their paths from the root. */
export const sourcesOf = (root, side) => {
  const folder = join(root, side, 'src');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'));
};

/** For each side the place of its rooms in their order. */
export const ranks = Object.fromEntries(
  Object.entries(order).map(([side, lines]) => [
    side,
    new Map(lines.flatMap((rooms, rank) => rooms.map((room) => [room, rank]))),
  ]),
);

/** Side and room of a file, that above where its folder is not in the list; no room where no folder is. */
export const placeOf = (file) => {
  const [side, , ...path] = file.split('/');
  for (let depth = path.length; depth > 0; depth -= 1) {
    const room = path.slice(0, depth).join('/');
    if (ranks[side].has(room)) return { side, room };
  }
  return { side, room: path.length === 1 ? 'app' : undefined };
};

/** Whether the list names a file's folder by its whole name, or the file itself. */
export const isListed = (file) => {
  const [side, , ...path] = file.split('/');
  return [path.slice(0, -1).join('/') || 'app', path.join('/')].some((name) => ranks[side].has(name));
};

/** The first folder of a room; of screens the one below them. */
export const domainOf = ({ side, room }) => {
  const path = room.split('/');
  return side === 'console' && path[0] === 'screens' ? path.slice(0, 2).join('/') : path[0];
};
const resolved = (root, file, text) => {
  const [, side, name] = /^@zhuiyuan\/(\w+)\/(.+)$/.exec(text) ?? [];
  const base = side ? `${side}/src/${name}` : join(dirname(file), text).replaceAll('\\', '/');
  return [base, `${base}.ts`, `${base}.tsx`].find((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)));
};
const imports = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*)'((?:\.{1,2}\/|@zhuiyuan\/)[^'\n]+)'/g;

/** The files of the house that a file imports, by their paths from the root. */
export const importsOf = (root, file, source) =>
  [...source.matchAll(imports)].flatMap(([, text]) => resolved(root, file, text) ?? []);

/** For each event and question of a house the files of those who hear or answer it, as the lists of the domains say. */
export const hearersOf = (root) => {
  const hearers = new Map();
  for (const file of sourcesOf(root, 'server').filter((path) => path.endsWith('/domain.ts'))) {
    const text = readFileSync(join(root, file), 'utf8');
    const places = new Map();
    for (const [line, names] of text.matchAll(/^import \{([^}]+)\} from '[^']+';$/gm))
      for (const name of names.split(',')) places.set(name.trim().split(' as ').at(-1), importsOf(root, file, line)[0]);
    for (const [, event, heard] of text.matchAll(/'([\w-]+\.[\w-]+)':([^]*?)(?='[\w-]+\.[\w-]+':|$(?![^]))/g))
      hearers.set(event, [
        ...(hearers.get(event) ?? []),
        ...[...heard.matchAll(/\w+/g)].flatMap(([word]) => places.get(word) ?? []),
      ]);
  }
  return hearers;
};
