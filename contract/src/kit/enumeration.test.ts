import { expect, test } from 'vitest';
import { enumeration } from './enumeration.ts';

const Light = enumeration({
  off: { value: 4, label: '灭', tone: 'idle' },
  on: { value: 1, label: '亮' },
  dim: { label: '暗' },
});

test('a state is its value under its name, and its name where it has no value', () => {
  expect([Light.off, Light.on, Light.dim]).toEqual([4, 1, 'dim']);
});

test('the options stand in the order they are declared in', () => {
  expect(Light.options).toEqual([
    { value: 4, label: '灭', tone: 'idle' },
    { value: 1, label: '亮' },
    { value: 'dim', label: '暗' },
  ]);
});

test('the schema takes a value, also as text, and nothing else, names least of all', () => {
  expect([Light.schema.parse('4'), Light.schema.parse(1), Light.schema.parse('dim')]).toEqual([4, 1, 'dim']);
  for (const wrong of ['off', 2, '', 'options']) expect(Light.schema.safeParse(wrong).success).toBe(false);
});
