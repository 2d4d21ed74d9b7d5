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

let scene: Scene | null = null;
let alone: Desk | undefined;

/** The code that is drawn with; null on pages that were opened without one. */
export const currentScene = (): Scene | null => scene;

/** `desk` answers pages that stand without a draw. */
export const enterScene = (entered: Scene | null, desk?: Desk): void => {
  scene = entered;
  alone = desk ?? alone;
};

/** Whoever answers the pages: that of the scene, or the server without a scan. */
export const currentDesk = (): Desk => scene?.desk ?? (alone ??= serverDesk(''));
