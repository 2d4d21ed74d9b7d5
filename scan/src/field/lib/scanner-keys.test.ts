import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchKeys } from './scanner-keys.ts';

/** Types as a scanner does, so many milliseconds between two keys. */
const type = (text: string, { gap = 5, into = document.body as HTMLElement } = {}): void => {
  let at = performance.now();
  for (const key of [...text, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: (at += gap) });
    into.dispatchEvent(event);
  }
};

let hits: string[];
let stop: () => void;
beforeEach(() => {
  hits = [];
  stop = watchKeys((text) => hits.push(text));
  document.body.innerHTML = '<input><p tabindex="0"></p>';
});
afterEach(() => stop());

it('takes what a scanner types on the page, also one that takes its time, but not what somebody presses now and then', () => {
  type('AMNSQ74WBEFWXYME');
  type('A2HMN29XF6XC9AF4', { gap: 200 });
  type('ANKZM978FKKY9T48', { gap: 700 });
  type('ab');
  expect(hits).toEqual(['AMNSQ74WBEFWXYME', 'A2HMN29XF6XC9AF4']);
});

it('leaves what is typed into a field alone, and ends', () => {
  type('AMNSQ74WBEFWXYME', { into: document.querySelector('input')! });
  type('ANKZM978FKKY9T48', { into: document.querySelector('p')! });
  stop();
  type('AMNSQ74WBEFWXYME');
  expect(hits).toEqual(['ANKZM978FKKY9T48']);
});
