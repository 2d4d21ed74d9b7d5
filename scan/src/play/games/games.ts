import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { ComponentType } from 'react';
import { Direct } from './direct.tsx';
import { Egg } from './egg.tsx';
import type { GameProps } from './game.ts';
import { Grid } from './grid.tsx';
import { Scratch } from './scratch.tsx';
import { Wheel } from './wheel.tsx';

/** The game of each way to play. */
export const games = {
  [PlayMode.direct]: Direct,
  [PlayMode.wheel]: Wheel,
  [PlayMode.grid]: Grid,
  [PlayMode.scratch]: Scratch,
  [PlayMode.egg]: Egg,
} satisfies Record<PlayMode, ComponentType<GameProps>>;
