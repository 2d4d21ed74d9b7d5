import { modes } from '../lib/states.ts';
import { direct } from './direct.ts';
import { egg } from './egg.ts';
import type { Game, GameOptions } from './game.ts';
import { grid } from './grid.ts';
import { scratch } from './scratch.ts';
import { wheel } from './wheel.ts';

/** The game of an activity. */
export const pickGame = (options: GameOptions): Game => {
  switch (options.activity.playMode) {
    case modes.wheel:
      return wheel(options);
    case modes.grid:
      return grid(options);
    case modes.scratch:
      return scratch(options);
    case modes.egg:
      return egg();
    default:
      return direct();
  }
};
