import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const prefix = 'icon:';
const maker = fileURLToPath(new URL('src/parts/icon/make-icon.tsx', import.meta.url));

interface Drawings {
  icons: Record<string, { body: string }>;
  aliases: Record<string, { parent: string }>;
}
let drawings: Drawings | undefined;

/** What every drawing of the set has in common, and the component says itself. */
const common = new Set([
  'fill="none"',
  'stroke="currentColor"',
  'stroke-linecap="round"',
  'stroke-linejoin="round"',
  'stroke-width="2"',
]);
const camel = (name: string): string => name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

/** The shapes of a drawing; throws for a name that the set does not have. */
const shapesOf = (name: string): [string, Record<string, string>][] => {
  drawings ??= JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/lucide/icons.json'), 'utf8'),
  ) as Drawings;
  const drawing = drawings.icons[drawings.aliases[name]?.parent ?? name];
  if (!drawing) throw new Error(`there is no icon ${name}`);
  return [...drawing.body.matchAll(/<(\w+)([^>]*)>/g)].flatMap(([, tag, text]): [string, Record<string, string>][] => {
    const attributes = [...text!.matchAll(/([\w-]+)="([^"]*)"/g)].filter(([whole]) => !common.has(whole));
    return tag === 'g' ? [] : [[tag!, Object.fromEntries(attributes.map(([, key, value]) => [camel(key!), value!]))]];
  });
};

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
