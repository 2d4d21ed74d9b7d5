import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { placeOfPoint } from './place-of-point.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
});
afterAll(() => app.close());

test.each([
  ['a city', 120.14, 30.25, '浙江省', '杭州市'],
  ['a city in parts', 104.066, 30.572, '四川省', '成都市'],
  ['a municipality', 121.49, 31.24, '上海市', '上海市'],
  ['this side of a provincial border', 121.1, 31.3, '江苏省', '苏州市'],
  ['the other side of it', 121.16, 31.3, '上海市', '上海市'],
  ['an exclave', 116.82, 39.95, '河北省', '廊坊市'],
  ['a county level city without a city above', 113.44, 30.36, '湖北省', '仙桃市'],
  ['a city that has come into another since', 117.67, 36.21, '山东省', '济南市'],
  ['an island that the borders leave out, by its shore', 118.066, 24.447, '福建省', '厦门市'],
  ['this side of a river', 114.115, 22.545, '广东省', '深圳市'],
  ['a special administrative region', 114.169, 22.319, '香港特别行政区', ''],
  ['Taiwan', 121.56, 25.03, '台湾省', ''],
])('%s', async (_name, lng, lat, province, city) => {
  expect(await placeOfPoint(app.db, { lng, lat })).toEqual({ province, city });
});

test.each([
  ['abroad', 139.7, 35.68],
  ['across a border river', 124.42, 40.06],
  ['out at sea', 123.5, 29],
  ['nowhere', 0, 0],
])('%s is no place', async (_name, lng, lat) => {
  expect(await placeOfPoint(app.db, { lng, lat })).toBeUndefined();
});
