import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const refusal = /\[(6\d{4}),\s*'([^']*)'\]/g;
/**
 * Rules of the catalogue with one number whose text says what to do in the case at hand: which of two codes is not what it was scanned as, why a box takes nothing more, where the goods are instead.
 */
const byCase: Record<string, readonly string[]> = {
  '61050': ['上级包装层级必须高于下级', '这是产品码，请扫箱码', '这是箱码，请扫产品码'],
  '61053': ['箱已封箱，请换箱', '货物在途，请先签收'],
  '61055': ['箱已满，请换箱', '超出箱容量（{cap}），当前{n}'],
  '61060': ['货物在途，请先签收', '该{unit}已发货', '编码流向与箱不一致，不能装入'],
};

test('a number of a refusal says one thing, in whichever domain', () => {
  const texts = new Map<string, Set<string>>();
  for (const file of sources)
    for (const [, number, text] of readFileSync(join(src, file), 'utf8').matchAll(refusal))
      texts.set(number!, (texts.get(number!) ?? new Set()).add(text!));
  expect(texts.size).toBeGreaterThan(100);
  const several = [...texts].filter(([, said]) => said.size > 1);
  expect(Object.fromEntries(several.map(([number, said]) => [number, [...said].toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(byCase).map(([number, said]) => [number, said.toSorted()])),
  );
});
