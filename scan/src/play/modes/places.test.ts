import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { expect, it } from 'vitest';
import { drawAnswer, notWon, playedActivity } from '../../../test/draws.ts';
import { placeOf, placesOf } from './mode.ts';
import { modes } from './modes.ts';

const eight = { least: 8, most: 8 };

it('has each way of playing', () => {
  expect(Object.keys(modes)).toEqual(PlayMode.options.map(({ value }) => String(value)));
});

it('fills the places nobody was given with nothing, in the words of the activity, and has no more of them than its way of playing', () => {
  const activity = playedActivity();
  const three = { slots: activity.slots.filter(({ slotNo }) => slotNo === 2 || slotNo === 7) };
  const places = placesOf(three, eight);
  expect(places).toHaveLength(8);
  expect(places.map(({ name }) => name)).toEqual([
    '谢谢参与',
    '试饮装',
    ...Array.from({ length: 6 }, () => '谢谢参与'),
  ]);
  expect(placesOf(activity, { least: 6, most: 7 })).toHaveLength(7);
  expect(placesOf(activity, null)).toEqual([]);
});

it('ends in the place that was won, without a prize in any that has none, and nowhere where there is none for it', () => {
  const places = placesOf(playedActivity(), eight);
  expect(placeOf(drawAnswer(), places)).toBe(2);
  expect(placeOf({ ...notWon(), slotNo: null }, places)).toBe(6);
  expect(placeOf({ ...drawAnswer(), slotNo: null }, places)).toBe(-1);
  expect(placeOf({ ...drawAnswer(), slotNo: 9 }, places)).toBe(-1);
});
