import { statNames, statPath, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const source = new URL('../console/src/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, source), 'utf8');

/** Every path of the console's route tables, as it is written there. */
export const routePaths = (): string[] => {
  const tables = readdirSync(new URL('screens', source)).map((domain) => `screens/${domain}/routes.ts`);
  const rows = [...tables.filter((name) => existsSync(new URL(name, source))), 'app/routes/routes.ts']
    .map(read)
    .join('');
  const home = /homePath = '([^']+)'/.exec(rows)?.[1] ?? '';
  const paths = [...rows.matchAll(/\bpath: (?:'([^']+)'|homePath)/g)].map(([, path]) => path ?? home);
  // One row stands for the statistics screens, which the contract names.
  const hasStatistics = rows.includes('path: statPath(statScreens[name])');
  const screens = rows.match(/\bload: /g)?.length ?? 0;
  if (paths.length === 0 || !hasStatistics || paths.length + 1 !== screens)
    throw new Error('the route tables cannot be read');
  return [...paths, ...statNames.map((name) => statPath(statScreens[name]))];
};
