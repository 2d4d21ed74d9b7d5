import { h } from '../../lib/elements.ts';

/** Buttons of which one is chosen. */
export const choice = <V extends string | number>(
  label: string,
  options: readonly { value: V; words: string }[],
  chosen: V | undefined,
  choose: (value: V) => void,
  look = 'f-segments',
): HTMLElement => {
  const group = h('div', { class: look, role: 'radiogroup', 'aria-label': label });
  const buttons = options.map(({ value, words }) =>
    h(
      'button',
      {
        type: 'button',
        role: 'radio',
        'aria-checked': String(value === chosen),
        click: () => {
          for (const [at, one] of buttons.entries())
            one.setAttribute('aria-checked', String(options[at]!.value === value));
          choose(value);
        },
      },
      words,
    ),
  );
  group.append(...buttons);
  return group;
};
