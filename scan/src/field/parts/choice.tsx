import type { Ref } from 'react';

/** Buttons of which one is chosen. */
export const Choice = <V extends string | number>({
  label,
  options,
  chosen,
  choose,
  look = 'f-segments',
  ref,
}: {
  label: string;
  options: readonly { value: V; words: string }[];
  chosen: V | undefined;
  choose: (value: V) => void;
  look?: string;
  ref?: Ref<HTMLDivElement>;
}) => (
  <div ref={ref} className={look} role="radiogroup" aria-label={label}>
    {options.map(({ value, words }) => (
      <button key={value} type="button" role="radio" aria-checked={value === chosen} onClick={() => choose(value)}>
        {words}
      </button>
    ))}
  </div>
);
