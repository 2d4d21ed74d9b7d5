import type { DrawAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';

/** What is played while the result is already decided. */
export interface Game {
  element: HTMLElement;
  /** The one button that draws. */
  button: HTMLButtonElement;
  /** Its words before a draw. */
  label: string;
  /** A sentence of this game below it, in place of the rule that matters most. */
  note?: string;
  /** Plays towards the answer; done once the shopper has seen where it ended. Without motion it ends at once. */
  reveal(answer: DrawAnswer): Promise<void>;
  /** The end of it, without the way there. */
  showEnd(answer: DrawAnswer): void;
  /** Ready for another draw. */
  reset(): void;
}

export interface GameOptions {
  activity: PlayedActivity;
  productName: string;
}

/** Slots in the order of their places; a place nothing lies in is undefined. */
export const placesOf = ({ slots }: PlayedActivity, least: number, most: number): PlayedActivity['slots'] => {
  const last = Math.max(least, ...slots.map(({ slotNo }) => slotNo ?? 0));
  return Array.from({ length: Math.min(most, last) }, (_, at) => slots.find(({ slotNo }) => slotNo === at + 1)!);
};
