import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Position } from '../../lib/position.ts';
import { serverDesk, type Desk } from './desk.ts';

/** What the pages of a draw know of the code they were opened with. */
export interface Scene {
  desk: Desk;
  /** The bare code; its ticket is kept under it. */
  code: string;
  productName: string;
  /** What the server said last. */
  play: PlayAnswer;
  /** Where the phone is, once it was asked and has said. */
  place: Position | null;
  /** The number he typed, where one is wanted. */
  phone?: string;
  /** The shopper has ticked that he read rules and privacy policy. */
  isTicked: boolean;
}

/** What became of scenes since they were entered: whoever enters one again finds it as he left it. */
const later = new WeakMap<Scene, Scene>();
let entered: Scene | null = null;
let alone: Desk | undefined;

/** How a scene stands now. */
export const sceneNow = (scene: Scene): Scene => later.get(scene) ?? scene;

const followers = new Set<() => void>();

/** Hears of every change of a scene, until what it answers is called. */
export const followScenes = (changed: () => void): (() => void) => {
  followers.add(changed);
  return () => void followers.delete(changed);
};

/** Changes a scene for all pages that are opened with it; answers how it stands then. */
export const changeScene = (scene: Scene, changes: Partial<Scene>): Scene => {
  const next = { ...sceneNow(scene), ...changes };
  later.set(scene, next);
  for (const changed of followers) changed();
  return next;
};

/** The scene of the code that is drawn with, as it was entered; null on pages that were opened without one. */
export const enteredScene = (): Scene | null => entered;

/** `desk` answers pages that stand without a draw. */
export const enterScene = (scene: Scene | null, desk?: Desk): void => {
  entered = scene;
  alone = desk ?? alone;
};

/** Whoever answers the pages: that of the scene, or the server without a scan. */
export const currentDesk = (): Desk => entered?.desk ?? (alone ??= serverDesk(''));
