import type { DrawAct } from './mode.ts';

/** The button that draws, in the look of its way of playing. */
export const DrawButton = ({ look, act: { field, words, isDisabled, press } }: { look: string; act: DrawAct }) => (
  <button
    ref={field}
    type="button"
    className={words.length > 2 ? `${look} p-long` : look}
    disabled={isDisabled}
    onClick={press}
  >
    {words}
  </button>
);
