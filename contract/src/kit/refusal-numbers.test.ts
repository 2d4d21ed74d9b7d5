import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const refusal = /\[(6\d{4}),\s*'([^']*)'\]/g;
/** 文件超过20万行或50MB: the same text with its limits filled in, and without. */
const filledIn = new Set(['61083']);

test('a number of a refusal says one thing, in whichever domain', () => {
  const texts = new Map<string, Set<string>>();
  for (const file of sources)
    for (const [, number, text] of readFileSync(join(src, file), 'utf8').matchAll(refusal))
      texts.set(number!, (texts.get(number!) ?? new Set()).add(text!));
  expect(texts.size).toBeGreaterThan(100);
  const twice = [...texts].filter(([number, said]) => said.size > 1 && !filledIn.has(number));
  expect(twice.map(([number, said]) => [number, ...said])).toEqual([]);
});
