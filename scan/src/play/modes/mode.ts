import type { DrawAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { SlotRange } from '@zhuiyuan/contract/campaign/play-kinds';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { blankWords, isWin } from '../lib/amounts.ts';
import type { ModeHandle, Place } from '../lib/draw-acts.ts';

/** The one button that draws. */
export interface DrawAct {
  field: Place<HTMLButtonElement>;
  words: string;
  isDisabled: boolean;
  press: () => void;
}

export type Slots = PlayedActivity['slots'];

export interface ModeProps {
  handle: Place<ModeHandle>;
  /** What lies in its places. */
  slots: Slots;
  productName: string;
  /** It is not for this shopper, or not now. */
  isOff: boolean;
  act: DrawAct;
}

/** Slots in the order of their places, as many as the way of playing has; in a place that no tier was given lies nothing to be won. */
export const placesOf = ({ slots }: Pick<PlayedActivity, 'slots'>, range: SlotRange | null): Slots => {
  if (!range) return [];
  const { least, most } = range;
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

/** Index of the place where playing has to end; for nothing won any place without a prize; -1 where there is none for it. */
export const placeOf = ({ slotNo, prize }: Pick<DrawAnswer, 'slotNo' | 'prize'>, places: Slots): number => {
  if (slotNo !== null && slotNo <= places.length) return slotNo - 1;
  return isWin(prize) ? -1 : places.findIndex(({ prizeType }) => prizeType === PrizeType.none);
};
