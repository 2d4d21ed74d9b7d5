import { readFileSync } from 'node:fs';

const table = readFileSync(new URL('../console/src/app/routes.tsx', import.meta.url), 'utf8');

/** Every path of the console's route table, as it is written there. */
export const routePaths = (): string[] => {
  const home = /homePath = '([^']+)'/.exec(table)?.[1] ?? '';
  const rows = table.slice(table.indexOf('export const screens'));
  const paths = [...rows.matchAll(/\bpath: (?:'([^']+)'|homePath)/g)].map(([, path]) => path ?? home);
  const screens = rows.match(/\bload: /g)?.length ?? 0;
  if (paths.length === 0 || paths.length !== screens) throw new Error('the route table cannot be read');
  return paths;
};
