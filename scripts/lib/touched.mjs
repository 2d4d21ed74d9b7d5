import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { domainOf, importsOf, placeOf, sourcesOf } from './house.mjs';
import { at, root } from './run.mjs';

/** What has changed since the last commit; nothing where that cannot be told. */
const changedFiles = () => {
  try {
    const said = execFileSync('git', ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said
      .split('\0')
      .filter(Boolean)
      .map((line) => line.slice(3));
  } catch {
    return [];
  }
};

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file);
/** What is told in words alone. */
const isPaper = (file) => /\.md$|^LICENSE$|^docs\//.test(file);

/** A domain has one name on every side of the house. */
const domainOfFile = (file) => {
  const { room } = placeOf(file);
  return room && domainOf({ side: file.split('/')[0], room }).replace('screens/', '');
};

/** Looks at every endpoint whichever domain it is of. */
const walks = new Set(['walk', 'left-out', 'lists', 'grants', 'exports'].map((name) => `server/src/${name}.test.ts`));

/** The domains whose screens a journey opens, by the addresses that stand in it. */
const domainsOfJourneys = () => {
  const screens = readdirSync(at('console/src/screens'));
  const tables = screens.flatMap((domain) => {
    const source = readFileSync(at('console/src/screens', domain, 'routes.ts'), 'utf8');
    return [...source.matchAll(/\bpath: '([^':]+?)\/?(?::[^']*)?'/g)].map(([, path]) => [path, domain]);
  });
  return (journey) => {
    const text = readFileSync(at(journey), 'utf8');
    return tables
      .filter(([path]) => text.includes(`${path}'`) || text.includes(`${path}/`))
      .map(([, domain]) => domain);
  };
};

/**
 * Of some tests those that a changed tree asks for: changed ones, those of the domains that were touched and of those that import from what
 * was, the walks over all endpoints when the server or its contract was touched, and the journeys that open their screens. Undefined when the
 * tree is as it was committed; all where what everything stands on was touched.
 */
export const touchedTests = (tests) => {
  const changed = changedFiles().filter((file) => !isPaper(file));
  if (changed.length === 0) return undefined;
  const ownTests = new Set(changed.filter(isTest));
  const sources = changed.filter((file) => !isTest(file));
  const touched = new Set(sources.map((file) => (/^\w+\/src\//.test(file) ? domainOfFile(file) : undefined)));
  if ([undefined, 'app', 'kit', 'lib', 'parts'].some((below) => touched.has(below))) return tests;
  const isTouched = new Set(sources);
  for (const side of ['contract', 'server', 'console'])
    for (const file of sourcesOf(root, side)) {
      const domain = domainOfFile(file);
      if (domain === 'app' || domain.startsWith('seeds') || touched.has(domain)) continue;
      if (importsOf(root, file, readFileSync(at(file), 'utf8')).some((target) => isTouched.has(target)))
        touched.add(domain);
    }
  const isServer = sources.some((file) => /^(?:server|contract)\//.test(file));
  const openedBy = domainsOfJourneys();
  return tests.filter((test) => {
    if (ownTests.has(test) || (isServer && walks.has(test))) return true;
    if (!test.startsWith('e2e/')) return touched.has(domainOfFile(test));
    return basename(test) !== 'addresses.spec.ts' && openedBy(test).some((domain) => touched.has(domain));
  });
};
