import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const prefix = 'icon:';
const makerAt = (file: string): string => fileURLToPath(new URL(`src/parts/icon/${file}`, import.meta.url));
const maker = makerAt('make-icon.tsx');
const antdMaker = makerAt('make-antd-icon.tsx');

interface Drawings {
  icons: Record<string, { body: string }>;
  aliases: Record<string, { parent: string }>;
}
const read = new Map<string, Drawings>();
/** The one file in which a package has all its drawings. */
const drawingsOf = (file: string): Drawings => {
  const drawings =
    read.get(file) ?? (JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')) as Drawings);
  read.set(file, drawings);
  return drawings;
};
/** The body of a drawing; throws for a name that the set does not have. */
const bodyOf = ({ icons, aliases }: Drawings, name: string): string => {
  const drawing = icons[aliases[name]?.parent ?? name];
  if (!drawing) throw new Error(`there is no icon ${name}`);
  return drawing.body;
};
/** The elements of a body, with their attributes but those that the component says itself. */
const elementsOf = (body: string, said: ReadonlySet<string>): [string, Record<string, string>][] =>
  [...body.matchAll(/<(\w+)([^>]*)>/g)].map(([, tag, text]) => {
    const attributes = [...text!.matchAll(/([\w-]+)="([^"]*)"/g)].filter(([whole]) => !said.has(whole));
    return [tag!, Object.fromEntries(attributes.map(([, key, value]) => [camel(key!), value!]))];
  });

/** What every drawing of the set has in common, and the component says itself. */
const common = new Set([
  'fill="none"',
  'stroke="currentColor"',
  'stroke-linecap="round"',
  'stroke-linejoin="round"',
  'stroke-width="2"',
]);
const camel = (name: string): string => name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

const shapesOf = (name: string): [string, Record<string, string>][] =>
  elementsOf(bodyOf(drawingsOf('@iconify-json/lucide/icons.json'), name), common).filter(([tag]) => tag !== 'g');

/**
 * Makes a component of each drawing that is imported as `icon:trash-2`, from the one file that has them all: a package with a file for every
 * icon takes longer to install than the whole of the console takes to build.
 */
export const iconFiles = {
  name: 'icon-files',
  resolveId: (source: string) => (source.startsWith(prefix) ? `\0${source}` : undefined),
  load: (id: string) =>
    id.startsWith(`\0${prefix}`)
      ? `import { makeIcon } from ${JSON.stringify(maker)};
export default /* @__PURE__ */ makeIcon(${JSON.stringify(shapesOf(id.slice(prefix.length + 1)))});`
      : undefined,
};

const antdPrefix = '@ant-design/icons/es/';
/** Those of antd's icons that reach to the edge of their square; all others leave a sixteenth of it free. */
const edgeToEdge = new Set([
  'bars-outlined',
  'caret-down-filled',
  'caret-down-outlined',
  'caret-up-outlined',
  'loading-outlined',
  'swap-right-outlined',
]);

const antdIcon = (component: string): string => {
  const drawing = component.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const paths = elementsOf(
    bodyOf(drawingsOf('@ant-design/icons/icons.json'), drawing),
    new Set(['fill="currentColor"']),
  );
  const viewBox = edgeToEdge.has(drawing) ? '0 0 1024 1024' : '64 64 896 896';
  const name = drawing.replace(/-(?:outlined|filled)$/, '');
  return `import { makeAntdIcon } from ${JSON.stringify(antdMaker)};
export default /* @__PURE__ */ makeAntdIcon(${JSON.stringify(name)}, ${JSON.stringify(viewBox)}, ${JSON.stringify(paths.map(([, attributes]) => attributes))});`;
};

/** The same for the icons of antd's own components: in place of its package of ten thousand files one with all drawings in one is installed. */
export const antdIcons = {
  name: 'antd-icons',
  enforce: 'pre' as const,
  resolveId: (source: string) => (source.startsWith(antdPrefix) ? `\0${source}` : undefined),
  load: (id: string) => {
    if (!id.startsWith(`\0${antdPrefix}`)) return;
    const [folder, name] = id.slice(antdPrefix.length + 1).split('/');
    // antd hands class prefixes and nonces through it to a package that brings styles of its own.
    if (folder === 'components') return `import { createContext } from 'react'; export default createContext({});`;
    return antdIcon(name!);
  },
};
