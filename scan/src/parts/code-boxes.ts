import { normaliseCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import { h } from '../lib/elements.ts';

const fewest = 16;
const most = 20;
/** What a code of ours cannot hold, once separators are gone. */
const foreign = /[^A-Z0-9]/;

/** The boxes and the one input that lies under the finger over them. */
export interface CodeBoxes {
  element: HTMLElement;
  input: HTMLInputElement;
  set(text: string): void;
  /** What was pasted or typed last, before it was normalised. */
  typed(): string;
}

/** Whether a text has room in the boxes: letters and digits, no more than the longest of our codes. */
export const fitsBoxes = (typed: string): boolean => {
  const code = normaliseCode(typed);
  return code.length <= most && !foreign.test(code);
};

/**
 * Boxes in groups of four for 16 to 20 symbols. All typing goes into a single input above them, so that paste,
 * autofill and screen readers work as usual; a tap on a box puts the caret there. `changed` hears each new code,
 * `refused` what has no room here, as it was typed.
 */
export const codeBoxes = (changed: (code: string) => void, refused: (typed: string) => void): CodeBoxes => {
  const boxes = Array.from({ length: most }, () => h('span', { class: 'cell' }));
  const groups = [0, 4, 8, 12, 16].map((from) => h('span', { class: 'group' }, ...boxes.slice(from, from + 4)));
  const input = h('input', {
    class: 'over-boxes',
    id: 'code',
    type: 'text',
    autocapitalize: 'characters',
    autocomplete: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    'aria-describedby': 'code-error code-note',
    'aria-required': 'true',
  });

  let typed = '';

  const paint = (): void => {
    const code = input.value;
    const boxesShown = code.length > fewest ? most : fewest;
    const at = document.activeElement === input ? Math.min(input.selectionStart ?? code.length, boxesShown - 1) : -1;
    boxes.forEach((box, index) => {
      box.textContent = code[index] ?? '';
      box.classList.toggle('doubtful', /[A-Z]/.test(code) && /[01IO]/.test(code[index] ?? ''));
      box.classList.toggle('here', index === at);
    });
    groups[4]!.hidden = boxesShown === fewest;
  };

  const set = (text: string): void => {
    if (!fitsBoxes(text)) return refused(text);
    typed = text;
    const caret = input.selectionStart ?? text.length;
    const before = normaliseCode(text.slice(0, caret)).length;
    const code = normaliseCode(text);
    input.value = code;
    if (document.activeElement === input) {
      const at = caret === text.length ? code.length : before;
      input.setSelectionRange(at, at);
    }
    paint();
    changed(code);
  };

  const pointAt = ({ clientX, clientY }: MouseEvent): void => {
    const under = boxes.findIndex((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    });
    const at = under < 0 ? input.value.length : Math.min(under, input.value.length);
    input.setSelectionRange(at, Math.min(at + 1, input.value.length));
    paint();
  };

  input.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) set(input.value);
  });
  input.addEventListener('compositionend', () => set(input.value));
  input.addEventListener('click', pointAt);
  for (const name of ['keyup', 'focus', 'blur']) input.addEventListener(name, paint);
  paint();
  return {
    element: h('div', { class: 'boxes' }, h('span', { class: 'cells', 'aria-hidden': 'true' }, ...groups), input),
    input,
    set,
    typed: () => typed,
  };
};
