import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { ComponentType } from 'react';
import { latePart, type LatePart } from '../../parts/late-part.ts';
import type { ModeProps } from './mode.ts';

export type ModeView = ComponentType<ModeProps>;

/** What is shown of each way of playing: an activity has one of them, and the others need not come. */
export const modes = {
  [PlayMode.direct]: latePart(async () => (await import('./direct.tsx')).Direct),
  [PlayMode.wheel]: latePart(async () => (await import('./wheel.tsx')).Wheel),
  [PlayMode.grid]: latePart(async () => (await import('./grid.tsx')).Grid),
  [PlayMode.scratch]: latePart(async () => (await import('./scratch.tsx')).Scratch),
  [PlayMode.egg]: latePart(async () => (await import('./egg.tsx')).Egg),
} satisfies Record<PlayMode, LatePart<ModeView>>;
