import { h } from '../lib/elements.ts';

let count = 0;

/** A labelled control with its note and its error, both tied to it; `fail('')` clears the error. */
export interface Field<C extends HTMLElement> {
  element: HTMLElement;
  control: C;
  fail(words: string): void;
}

/** Puts a label above a control, and room for an error below it. */
export const field = <C extends HTMLElement>(
  label: string,
  control: C,
  { note = '', isRequired = false } = {},
): Field<C> => {
  count += 1;
  const id = `field-${count}`;
  const error = h('p', { class: 'error', id: `${id}-error`, role: 'alert' });
  control.id = id;
  control.setAttribute('aria-describedby', `${id}-error${note ? ` ${id}-note` : ''}`);
  if (isRequired) control.setAttribute('aria-required', 'true');
  return {
    control,
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label),
      control,
      note && h('p', { class: 'note', id: `${id}-note` }, note),
      error,
    ),
    fail: (words) => {
      error.textContent = words;
      if (words) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    },
  };
};

/** Runs an act once at a time: the button says it is under way and takes no second tap until it ends. */
export const whileBusy = async (button: HTMLButtonElement, words: string, act: () => Promise<void>): Promise<void> => {
  const before = button.textContent;
  button.disabled = true;
  button.textContent = words;
  try {
    await act();
  } finally {
    button.disabled = false;
    button.textContent = before;
  }
};

/** What to tell the shopper of a failed act. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
