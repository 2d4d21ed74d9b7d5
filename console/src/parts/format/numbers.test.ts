import { describe, expect, it } from 'vitest';
import { changeOf, pointsOf } from './change.ts';
import { axisText, bytesText, cardText, countText, moneyText, percentText, rateText, totalText } from './numbers.ts';
import { agoText, dayText, shortTimeText, timeText } from './times.ts';

it('writes bytes with at most three digits and their unit', () => {
  expect([0, 640, 1500, 102_350, 655_360, 60_000_000, 2_199_023_255_552].map(bytesText)).toEqual([
    '0 B',
    '640 B',
    '1.5 KB',
    '100.0 KB',
    '640 KB',
    '57.2 MB',
    '2.0 TB',
  ]);
});

describe('numbers', () => {
  it('writes counts, money and shares', () => {
    expect(countText(12_846)).toBe('12,846');
    expect(moneyText(4_890_500)).toBe('48,905.00');
    expect(moneyText(-1250)).toBe('−12.50');
    expect(moneyText(0)).toBe('0.00');
    expect(percentText(0.684)).toBe('68.4%');
    expect([68.4, 5, 0, 12.25, 100].map(rateText)).toEqual(['68.4%', '5.0%', '0.0%', '12.25%', '100.0%']);
    expect(totalText({ total: 10_000, more: true })).toBe('10,000+');
    expect(totalText({ total: 1284 })).toBe('1,284');
    expect(cardText(9_999_999)).toBe('9,999,999');
    expect(cardText(12_846_000)).toBe('1,284.6万');
    expect(axisText(15_000)).toBe('1.5万');
    expect(axisText(9000)).toBe('9,000');
  });

  it('writes changes with their direction', () => {
    expect(changeOf(12_846, 11_429)).toEqual({ text: '↑ 12.4%', direction: 'up' });
    expect(changeOf(38_200, 40_768)).toEqual({ text: '↓ 6.3%', direction: 'down' });
    expect(changeOf(7, 7)).toEqual({ text: '— 0.0%', direction: 'same' });
    expect(changeOf(7, 0)).toEqual({ text: '—', direction: 'same' });
    expect(pointsOf(0.684, 0.666)).toEqual({ text: '↑ 1.8 个百分点', direction: 'up' });
  });
});

describe('time', () => {
  it('writes wire times and ten-digit timestamps', () => {
    expect(timeText('2026-11-20 19:42:07')).toBe('2026-11-20 19:42');
    expect(timeText('2026-11-20 19:42:07', true)).toBe('2026-11-20 19:42:07');
    expect(timeText(1_795_189_320)).toBe('2026-11-20 23:42');
    expect([timeText(0), timeText(null), timeText('')]).toEqual(['-', '-', '-']);
    expect(dayText('2026-11-20 19:42:07')).toBe('2026-11-20');
  });

  it('drops the year within the current one and goes relative within a day', () => {
    const now = new Date('2026-11-21T04:00:00Z');
    expect(shortTimeText('2026-11-20 19:42:07', now)).toBe('11-20 19:42');
    expect(shortTimeText('2025-11-20 19:42:07', now)).toBe('2025-11-20 19:42');
    expect(agoText('2026-11-21 11:59:30', now)).toBe('刚刚');
    expect(agoText('2026-11-21 11:48:00', now)).toBe('12 分钟前');
    expect(agoText('2026-11-21 09:00:00', now)).toBe('3 小时前');
    expect(agoText('2026-11-19 09:00:00', now)).toBe('2026-11-19 09:00');
  });
});
