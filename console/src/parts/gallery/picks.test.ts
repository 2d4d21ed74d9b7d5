import type { Attachment } from '@zhuiyuan/contract/media/attachment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf, toggled } from './picks.ts';

const picture = (attId: number) => ({ attId }) as Attachment;
const clicks = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 80 });
const play = (ids: number[], most: number) =>
  ids.reduce<readonly Attachment[]>((picks, id) => toggled(picks, picture(id), most).picks ?? picks, []);

describe('picking', () => {
  it('never holds more than allowed, nor one twice', () => {
    fc.assert(
      fc.property(clicks, fc.integer({ min: 1, max: 20 }), (ids, most) => {
        const ends = play(ids, most).map(({ attId }) => attId);
        expect(ends.length).toBeLessThanOrEqual(most);
        expect(new Set(ends).size).toBe(ends.length);
      }),
    );
  });

  it('numbers in the order of picking, and closes the gap of what is taken out', () => {
    const picks = play([5, 9, 7, 9], 20);
    expect([5, 7, 9].map((id) => placeOf(picks, id))).toEqual([1, 2, 0]);
    expect(placeOf(play([5, 9, 7, 9, 9], 20), 9)).toBe(3);
  });

  it('says in the specified words that no more may be picked', () => {
    expect(toggled([picture(1)], picture(2), 1)).toEqual({ warning: '最多只能选一张图片' });
    const twenty = Array.from({ length: 20 }, (_, at) => picture(at + 1));
    expect(toggled(twenty, picture(21), 20)).toEqual({ warning: '最多选择20张图片' });
    expect(toggled(twenty, picture(20), 20).picks).toHaveLength(19);
  });
});
