import type { DrawAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { blankWords, isWin } from '../lib/amounts.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';

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

type Slots = PlayedActivity['slots'];

/** Slots in the order of their places, `least` of them or more; in a place that no tier was given lies nothing to be won. */
export const placesOf = ({ slots }: PlayedActivity, least: number, most: number): Slots => {
  const last = Math.max(least, ...slots.map(({ slotNo }) => slotNo ?? 0));
  const name = slots.find(({ prizeType }) => prizeType === PrizeType.none)?.name || blankWords;
  return Array.from(
    { length: Math.min(most, last) },
    (_, at) =>
      slots.find(({ slotNo }) => slotNo === at + 1) ?? {
        slotNo: null,
        name,
        prizeType: PrizeType.none,
        image: '',
        amountMin: 0,
        amountMax: 0,
        points: 0,
      },
  );
};

/** Index of the place where a game has to end; for nothing won any place without a prize; -1 where there is none for it. */
export const placeOf = ({ slotNo, prize }: DrawAnswer, places: Slots): number => {
  if (slotNo !== null && slotNo <= places.length) return slotNo - 1;
  return isWin(prize) ? -1 : places.findIndex(({ prizeType }) => prizeType === PrizeType.none);
};
