import { describe, expect, it } from 'vitest';
import { daysUntil, leftWords } from '../lib/times.ts';
import { readHash, toHash } from '../lib/views.ts';
import { fitWords } from './fit-words.ts';
import { scratched } from './scratched.ts';

describe('words on a wheel', () => {
  it('shrink, then break where no number breaks, then are cut', () => {
    expect(fitWords('茶礼', 90, 16.5)).toEqual({ lines: ['茶礼'], size: 16.5 });
    expect(fitWords('明前龙井礼盒', 88, 16.5)).toEqual({ lines: ['明前龙井礼盒'], size: 14.5 });
    expect(fitWords('明前龙井 250g 礼盒装', 80, 16.5).lines).toEqual(['明前龙井', '250g 礼盒装']);
    const { lines, size } = fitWords('一份名字非常非常长的限量纪念版茶礼', 60, 16.5);
    expect(size).toBe(10);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(6);
  });
});

describe('what is rubbed off', () => {
  it('counts each place once, up to the whole', () => {
    const share = scratched(290, 172, 26);
    const first = share({ x: 20, y: 20 }, { x: 200, y: 20 });
    expect(first).toBeGreaterThan(0.08);
    expect(first).toBeLessThan(0.13);
    expect(share({ x: 200, y: 20 }, { x: 20, y: 20 })).toBe(first);
    let all = 0;
    for (let y = 0; y < 180; y += 10) all = share({ x: -10, y }, { x: 300, y });
    expect(all).toBe(1);
  });
});

describe('times', () => {
  it('a time of the wire is Shanghai’s', () => {
    const now = Date.parse('2026-11-22T02:00:00Z');
    expect(leftWords('2026-12-07 10:00:00', now)).toBe('还剩 15 天');
    expect(leftWords('2026-11-22 14:30:00', now)).toBe('还剩 5 小时');
    expect(leftWords('2026-11-22 10:00:00', now)).toBe('已到期');
    expect([daysUntil('2026-11-22 23:59:59', now), daysUntil('2026-11-23 00:00:00', now)]).toEqual([0, 1]);
  });
});

describe('addresses', () => {
  it('name a page and lead back to it, and nothing else does', () => {
    for (const hash of ['#draw', '#prizes', '#prize/LJ1', '#rules/7', '#fair/CJ26112210420731'])
      expect(toHash(readHash(hash)!)).toBe(hash);
    for (const hash of ['', '#', '#draw/1', '#prize/', '#prize/<b>', '#other']) expect(readHash(hash)).toBeNull();
  });
});
