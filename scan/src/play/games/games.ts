import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { ComponentType } from 'react';
import { Direct } from './direct.tsx';
import { Egg } from './egg.tsx';
import type { GameProps } from './game.ts';
import { Grid } from './grid.tsx';
import { Scratch } from './scratch.tsx';
import { Wheel } from './wheel.tsx';

/** A kind of game. */
export interface GameKind {
  /** Words of its button before a draw. */
  label: string;
  /** A sentence of this game below it, in place of the rule that matters most. */
  note?: string;
  /** How many places it has, each with what lies there. */
  places: { least: number; most: number };
  Game: ComponentType<GameProps>;
}

const none = { least: 0, most: 0 };

/** The game of each way to play. */
export const games = {
  [PlayMode.direct]: { label: '立即抽奖', places: none, Game: Direct },
  [PlayMode.wheel]: { label: '抽奖', places: { least: 6, most: 12 }, Game: Wheel },
  [PlayMode.grid]: { label: '抽奖', places: { least: 8, most: 8 }, Game: Grid },
  [PlayMode.scratch]: {
    label: '抽奖',
    note: '结果在刮开前已由服务器抽定，刮法不影响结果',
    places: none,
    Game: Scratch,
  },
  [PlayMode.egg]: { label: '砸开这一枚', places: none, Game: Egg },
} satisfies Record<PlayMode, GameKind>;
