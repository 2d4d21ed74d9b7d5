import { expect, test } from 'vitest';
import { holdPageStill } from './hold-page-still.ts';

test('an arrow key scrolls the page unless a list of choices takes it', () => {
  holdPageStill();
  const scrolls = (key: string, role?: string): boolean => {
    const input = document.createElement('input');
    if (role) input.setAttribute('role', role);
    document.body.append(input);
    return input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  expect(scrolls('ArrowDown', 'combobox')).toBe(false);
  expect(scrolls('ArrowUp', 'combobox')).toBe(false);
  expect(scrolls('ArrowDown')).toBe(true);
  expect(scrolls('Home', 'combobox')).toBe(true);
});
