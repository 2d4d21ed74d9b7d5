import { readFileSync } from 'node:fs';

const read = (name: string): string => readFileSync(new URL(`../console/src/app/${name}`, import.meta.url), 'utf8');
const table = read('routes.tsx');

/** Every path of the console's route table, as it is written there. */
export const routePaths = (): string[] => {
  const home = /homePath = '([^']+)'/.exec(table)?.[1] ?? '';
  const rows = table.slice(table.indexOf('export const screens')) + read('routes-trace.tsx');
  const paths = [...rows.matchAll(/\bpath: (?:'([^']+)'|homePath)/g)].map(([, path]) => path ?? home);
  const screens = rows.match(/\bload: /g)?.length ?? 0;
  if (paths.length === 0 || paths.length !== screens) throw new Error('the route table cannot be read');
  return paths;
};
