import { cross, dealer, scan, terminal } from './goods-screens.ts';
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
} as const satisfies Record<string, StatScreen>;
export type StatName = keyof typeof statScreens;
export const statNames = Object.keys(statScreens) as StatName[];
