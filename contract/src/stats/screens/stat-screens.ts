import { cross, dealer, scan, terminal } from './goods-screens.ts';
import { interact } from './game-screen.ts';
import { consumer, integral, user } from './people-screens.ts';
import { act, exchange, prize, unpack } from './prize-screens.ts';
import type { StatScreen } from './stat-screen.ts';

/** The statistics screens that stand, by their names. */
export const statScreens = {
  consumer,
  terminal,
  scan,
  act,
  user,
  prize,
  cross,
  unpack,
  integral,
  exchange,
  dealer,
  interact,
} as const satisfies Record<string, StatScreen>;
export type StatName = keyof typeof statScreens;
/** Where a screen opens, and what it asks for. */
export const statPath = ({ path }: StatScreen): string =>
  path.startsWith('/') ? path : `/lottery/ai/dataStats/${path}`;
export const statMay = (name: StatName): `admin:lottery:${string}` => {
  const { may }: StatScreen = statScreens[name];
  return may ?? `admin:lottery:stats:${name}`;
};
export const statNames = Object.keys(statScreens) as StatName[];
