import { Element } from '@zhuiyuan/contract/codes/label/elements';
import { expect, test } from 'vitest';
import {
  aligned,
  changed,
  mostSteps,
  moved,
  openState,
  redone,
  resized,
  snapped,
  twins,
  undone,
  withElements,
  type MouldFields,
} from './mould-state.ts';

const box = (id: string, x: number, y: number, w: number, h: number, more: object = {}) =>
  Element.parse({ kind: 'rect', id, x, y, w, h, ...more });
const paper = { widthMm: 60, heightMm: 40, gapMm: 3, dpi: 300 } as const;
const fields = (...elements: Element[]): MouldFields => ({ name: '样', paper, color: 0, elements });
const placeOf = ({ elements }: MouldFields, id: string) => {
  const { x, y, w, h } = elements.find((one) => one.id === id)!;
  return [x, y, w, h];
};

test('fifty steps are taken back and gone again, a further one forgets what was taken back', () => {
  let state = openState(fields(box('a', 0, 0, 5, 5)));
  for (let at = 1; at <= 60; at += 1) state = changed(state, moved(state.now, ['a'], 1, 0));
  expect(state.past).toHaveLength(mostSteps);
  for (let at = 0; at < 70; at += 1) state = undone(state);
  expect(placeOf(state.now, 'a')[0]).toBe(10);
  for (let at = 0; at < 70; at += 1) state = redone(state);
  expect(placeOf(state.now, 'a')[0]).toBe(60);
  state = changed(undone(state), moved(state.now, ['a'], 0, 3));
  expect(state.future).toEqual([]);
});

test('what is dragged is one step', () => {
  const first = openState(fields(box('a', 0, 0, 5, 5)));
  let state = changed(first, moved(first.now, ['a'], 1, 0));
  state = changed(state, moved(first.now, ['a'], 9, 0), { joins: true });
  expect(placeOf(undone(state).now, 'a')[0]).toBe(0);
});

test('what is gone is no longer chosen', () => {
  const state = { ...openState(fields(box('a', 0, 0, 5, 5))), chosen: ['a'] };
  expect(changed(state, fields()).chosen).toEqual([]);
});

test('elements move together, keep their distance at the corner, and stay where they are locked', () => {
  const drawn = fields(box('a', 2, 2, 5, 5), box('b', 10, 2, 5, 5), box('c', 20, 2, 5, 5, { locked: true }));
  const after = moved(drawn, ['a', 'b', 'c'], -5, 1);
  expect([placeOf(after, 'a')[0], placeOf(after, 'b')[0], placeOf(after, 'c')[0]]).toEqual([0, 8, 20]);
});

test('elements line up by their outermost edges, one alone by the paper, turned ones by what is seen', () => {
  const drawn = fields(box('a', 2, 2, 10, 5), box('b', 20, 9, 6, 5));
  expect(placeOf(aligned(drawn, ['a', 'b'], 'right'), 'a')[0]).toBe(16);
  expect(placeOf(aligned(drawn, ['a', 'b'], 'middle'), 'b')[1]).toBe(5.5);
  expect(placeOf(aligned(drawn, ['a'], 'center'), 'a')[0]).toBe(25);
  const turned = fields(box('a', 10, 10, 10, 4, { rotate: 90 }));
  expect(placeOf(aligned(turned, ['a'], 'bottom'), 'a')[1]).toBe(33);
});

test('a pulled edge leaves the opposite one where it is, and a QR code square', () => {
  expect(placeOf(fields(resized(box('a', 10, 10, 10, 10), { x: -1, y: 0 }, -4, 0)), 'a')).toEqual([6, 10, 14, 10]);
  const qr = Element.parse({ kind: 'qr', id: 'q', x: 10, y: 10, w: 10, h: 10 });
  expect(placeOf(fields(resized(qr, { x: 1, y: 1 }, 5, 2)), 'q')).toEqual([10, 10, 15, 15]);
  expect(placeOf(fields(resized(qr, { x: -1, y: -1 }, -2, 0)), 'q')).toEqual([8, 8, 12, 12]);
});

test('a box snaps to edges and middles nearby, else to half millimetres', () => {
  expect(snapped({ x: 29.8, y: 3.1, w: 10, h: 4 }, [{ x: 30, y: 20, w: 5, h: 5 }], paper)).toMatchObject({
    guideX: 30,
  });
  const free = snapped({ x: 12.1, y: 8.2, w: 3, h: 3 }, [], paper);
  expect(free.guideX).toBeUndefined();
  expect([12.1 + free.dx, 8.2 + free.dy].map((value) => Math.round(value * 10) / 10)).toEqual([12, 8]);
});

test('twins have names of their own', () => {
  const drawn = fields(box('e1', 0, 0, 5, 5), box('e2', 0, 0, 5, 5));
  const { fields: after, ids } = twins(drawn, drawn.elements);
  expect(new Set(after.elements.map(({ id }) => id)).size).toBe(4);
  expect(placeOf(after, ids[0]!)).toEqual([2, 2, 5, 5]);
  expect(withElements(after, ids, (element) => ({ ...element, rotate: 90 })).elements[0]!.rotate).toBe(0);
});
