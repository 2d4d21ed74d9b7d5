import { expect, test } from 'vitest';
import { judgePlace, kilometresBetween } from './judge-place.ts';

const hangzhou = { province: '浙江省', city: '杭州市', district: '' };
const judge = (regions: string[][], scan: typeof hangzhou | undefined = hangzhou, isShipped = true) =>
  judgePlace({ isShipped, regions, scan });

test('a scan in an agent’s province, city or district is normal, elsewhere suspicious', () => {
  expect(judge([['浙江省']])).toBe(1);
  expect(judge([['江苏省'], ['浙江省', '杭州市']])).toBe(1);
  expect(judge([['浙江省', '杭州市', '西湖区']])).toBe(1);
  expect(judge([['浙江省', '宁波市']])).toBe(2);
  expect(judge([['江苏省']])).toBe(2);
  expect(judge([['浙江省', '杭州市', '西湖区']], { ...hangzhou, district: '余杭区' })).toBe(2);
  expect(judge([])).toBe(1);
});

test('goods without an agent, and codes nobody asked about, are neither', () => {
  expect(judge([['江苏省']], hangzhou, false)).toBe(3);
  expect(judgePlace({ isShipped: true, regions: [['江苏省']], scan: undefined })).toBe(4);
  expect(judge([['江苏省']], { province: '', city: '', district: '' })).toBe(4);
});

test('the way from Hangzhou to Chengdu is some 1550 kilometres', () => {
  expect(kilometresBetween({ lng: 120.15, lat: 30.28 }, { lng: 104.07, lat: 30.67 })).toBeCloseTo(1541, -1);
  expect(kilometresBetween({ lng: 120.15, lat: 30.28 }, { lng: 120.15, lat: 30.28 })).toBe(0);
  expect(kilometresBetween(undefined, { lng: 1, lat: 1 })).toBeNull();
  expect(kilometresBetween({ lng: null, lat: null }, { lng: 1, lat: 1 })).toBeNull();
});
