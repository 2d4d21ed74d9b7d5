import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importsOf, placeOf, ranks } from './house.mjs';

/** Pages beside the console, by the beginnings of their addresses: what shoppers see, and people who work with the phone. */
const shoppers = ['scan/query', 'play', 'blocks', 'page'];
const workers = ['account', 'fieldwork', 'field', 'page'];
const phonePages = [
  ['/c', shoppers],
  ['/trace', shoppers],
  ['/r', workers],
  ['/d', workers],
];

const roomOf = (file) => placeOf(file).room?.replace('screens/', '');

/** The console's addresses, each with the room of the screen that it opens. */
const screensOf = (house) =>
  readdirSync(join(house, 'console/src/screens')).flatMap((domain) => {
    const folder = `console/src/screens/${domain}`;
    const rows = /\bpath: '([^':]+?)\/?(?::[^']*)?',[^]*?\bimport\('\.\/([^']+)'\)/g;
    return [...readFileSync(join(house, folder, 'routes.ts'), 'utf8').matchAll(rows)].map(([, path, file]) => [
      path,
      [roomOf(`${folder}/${file}`)],
    ]);
  });

/** What every journey stands on tells of none, nor does a list of all addresses. */
const isOfAll = (file) => ['world.ts', 'routes.ts', 'addresses.spec.ts'].includes(basename(file));

/**
 * For a house the rooms that a journey is about: those whose screens it opens, as the addresses tell that stand in it or in what it imports, those
 * whose contract it imports, and the domain that a world of its own is named after.
 */
export const roomsOfJourneys = (house) => {
  const pages = [...screensOf(house), ...phonePages];
  const read = (file) => readFileSync(join(house, file), 'utf8');
  return (journey) => {
    if (isOfAll(journey)) return [];
    const imported = importsOf(house, journey, read(journey)).filter((file) => !isOfAll(file));
    const own = [journey, ...imported.filter((file) => file.startsWith('e2e/'))];
    const addresses = own.flatMap((file) => read(file).match(/(?<=['`}])\/[\w/-]+/g) ?? []);
    const isOpened = (path) => addresses.some((address) => address === path || address.startsWith(`${path}/`));
    return [
      ...pages.filter(([path]) => isOpened(path)).flatMap(([, rooms]) => rooms),
      ...imported.filter((file) => /^contract\/src\/(?!kit\/)/.test(file)).map(roomOf),
      ...own.map((file) => basename(file).split('-')[0]),
    ];
  };
};

const isRoom = (word) => Object.values(ranks).some((places) => places.has(word) || places.has(`screens/${word}`));

/** Of some journeys those about a room, or about its domain where none is about the room alone; none for a word that is no room. */
export const journeysAbout = (house, journeys, word) => {
  if (!isRoom(word)) return [];
  const roomsOf = roomsOfJourneys(house);
  const told = journeys.map((journey) => ({ journey, rooms: roomsOf(journey) }));
  const about = (room) =>
    told.filter(({ rooms }) => rooms.some((each) => each === room || each.startsWith(`${room}/`)));
  const own = about(word);
  return (own.length > 0 ? own : about(word.split('/')[0])).map(({ journey }) => journey);
};
