import { checkMould } from '@zhuiyuan/contract/codes/label/check-mould';
import { overlap, turnedBox } from '@zhuiyuan/contract/codes/label/geometry';
import { Variable, type Element } from '@zhuiyuan/contract/codes/label/elements';
import { expect, test } from 'vitest';
import { newElement } from './element-kinds.ts';

const paper = { widthMm: 60, heightMm: 40, gapMm: 3, dpi: 300 } as const;

test('what is added lies beside what is there, and outside the quiet zone of its codes', () => {
  const elements: Element[] = [newElement('qr', [], paper)];
  expect(elements[0]).toMatchObject({ x: 20, y: 10 });
  for (const variable of [Variable.code, Variable.serial, Variable.pin])
    elements.push(newElement('variable', elements, paper, { variable }));
  for (const [nth, one] of elements.entries())
    for (const other of elements.slice(nth + 1)) expect(overlap(turnedBox(one), turnedBox(other))).toBe(false);
  expect(checkMould(paper, elements)).toEqual([]);
});

test('what is dropped lies where it was dropped', () => {
  const qr = newElement('qr', [], paper);
  expect(newElement('text', [qr], paper, { at: { x: 30, y: 20 } })).toMatchObject({ x: 18, y: 18 });
});

test('a frame takes no more room than its line', () => {
  const frame = { ...newElement('rect', [], paper), x: 0, y: 0, w: 60, h: 40 };
  expect(checkMould(paper, [newElement('qr', [], paper), frame, newElement('text', [frame], paper)])).toEqual([]);
  expect(newElement('text', [frame], paper).y).toBeLessThan(3);
});

test('on a paper without room it covers least', () => {
  const small = { widthMm: 24, heightMm: 24, gapMm: 0, dpi: 300 } as const;
  const qr = newElement('qr', [], small);
  const text = newElement('text', [qr], small);
  expect(text.y === 0 || text.y === 20).toBe(true);
});
