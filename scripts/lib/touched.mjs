import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainOf, hearersOf, importsOf, placeOf, sourcesOf } from './house.mjs';
import { roomsOfJourneys } from './journeys.mjs';
import { root } from './run.mjs';

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

/** What everything stands on. */
const below = ['kit', 'lib', 'parts'];

/** What stands on everything. */
const above = ['app', 'across', 'checks', 'commands', 'site', 'start'];

/** Whatever changes there may show anywhere. */
const ofAll = new Set([...below, ...above]);

const domainOfPlace = (file) => {
  const place = placeOf(file);
  return place.room && domainOf(place).replace('screens/', '');
};

/** A domain has one name on every side of the house; what the page of shoppers stands on is one of its own. */
const domainOfFile = (file) => {
  const domain = domainOfPlace(file);
  return file.startsWith('scan/') && ofAll.has(domain) ? 'page' : domain;
};

/** A side alone imports from the others, so that a screen asks for no test of the server. */
const seatOf = (file) => `${file.split('/')[0]}/${domainOfFile(file)}`;

/** Looks at every endpoint whichever domain it is of. */
const walks = new Set(
  ['walk', 'left-out', 'lists', 'grants', 'exports'].map((name) => `server/src/walks/${name}.test.ts`),
);

/** Of each source of a house: who imports it, who it hears or answers, whose work it then is part of, and who hears what it tells. */
const readUses = (house) => {
  const sources = ['contract', 'server', 'console', 'scan']
    .flatMap((side) => sourcesOf(house, side))
    .filter((file) => {
      const domain = domainOfFile(file);
      return domain && !above.includes(domain) && !domain.startsWith('seeds');
    })
    .map((file) => ({ file, text: readFileSync(join(house, file), 'utf8') }));
  const hearers = hearersOf(house);
  const uses = { importedBy: new Map(), toldBy: new Map(), heardBy: new Map() };
  const note = (map, key, file) => map.set(key, [...(map.get(key) ?? []), file]);
  for (const { file, text } of sources) {
    for (const target of importsOf(house, file, text)) note(uses.importedBy, target, file);
    for (const [, name] of text.matchAll(/\b(?:emit|ask)\(\s*[\w.]+,\s*'([\w.-]+)'/g))
      for (const hearer of hearers.get(name) ?? []) {
        note(uses.toldBy, hearer, file);
        note(uses.heardBy, file, hearer);
      }
  }
  return uses;
};

/** Some sources, and what one of the maps has for them. */
const withNext = (files, ...maps) =>
  [...files].flatMap((file) => [file, ...maps.flatMap((map) => map.get(file) ?? [])]);

/** Some sources and all that uses them, directly or through others. */
const allUsing = (files, ...maps) => {
  const reached = new Set(files);
  // What is added while it is walked is walked too.
  for (const file of reached) for (const user of withNext([file], ...maps)) reached.add(user);
  return reached;
};

/**
 * Of some tests those that a changed tree asks for: changed ones; those of the domains that use what was touched, directly or through others, or
 * hear what one of these tells, on the sides where they do; the walks over all endpoints when the server or its contract was touched; and the
 * journeys about the domains of what was touched and of what imports it. Undefined when the tree is as it was committed; all where what everything
 * stands on was touched.
 */
export const touchedTests = (tests, { house = root, changed: files = changedFiles() } = {}) => {
  const changed = files.filter((file) => !isPaper(file));
  if (changed.length === 0) return undefined;
  const ownTests = new Set(changed.filter(isTest));
  const sources = changed.filter((file) => !isTest(file));
  const isOfAll = (file) => {
    const domain = /^\w+\/src\//.test(file) ? domainOfPlace(file) : undefined;
    return !domain || ofAll.has(domain);
  };
  if (sources.some(isOfAll)) return tests;
  const { importedBy, toldBy, heardBy } = readUses(house);
  const touched = new Set(withNext(allUsing(sources, importedBy, toldBy), heardBy).map(seatOf));
  // A journey goes through so many domains that all of them would run.
  const shown = new Set(withNext(sources, importedBy).map(domainOfFile));
  const isServer = sources.some((file) => /^(?:server|contract)\//.test(file));
  const roomsOf = roomsOfJourneys(house);
  return tests.filter((test) => {
    if (ownTests.has(test) || (isServer && walks.has(test))) return true;
    if (!test.startsWith('e2e/')) return touched.has(seatOf(test));
    return roomsOf(test).some((room) => shown.has(room.split('/')[0]));
  });
};
