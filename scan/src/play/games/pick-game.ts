import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { direct } from './direct.ts';
import { egg } from './egg.ts';
import type { Game, GameOptions } from './game.ts';
import { grid } from './grid.ts';
import { scratch } from './scratch.ts';
import { wheel } from './wheel.ts';

/** The game of an activity. */
export const pickGame = (options: GameOptions): Game => {
  switch (options.activity.playMode) {
    case PlayMode.wheel:
      return wheel(options);
    case PlayMode.grid:
      return grid(options);
    case PlayMode.scratch:
      return scratch(options);
    case PlayMode.egg:
      return egg();
    default:
      return direct();
  }
};
