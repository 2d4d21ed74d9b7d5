import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { placeOfIp } from './place-of-ip.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
});
afterAll(() => app.close());

test.each([
  ['a city of a province', '120.24.78.68', '广东省', '深圳市'],
  ['an address written as IPv6', '::ffff:61.139.2.69', '四川省', '成都市'],
  ['a municipality', '1.202.1.1', '北京市', '北京市'],
  ['an autonomous region by its full name', '116.252.1.1', '广西壮族自治区', '南宁市'],
  ['a special administrative region', '110.165.32.1', '香港特别行政区', ''],
  ['an address of the loopback', '127.0.0.1', '', ''],
  ['a local address', '::1', '', ''],
  ['an address abroad', '8.8.8.8', '', ''],
  ['no address at all', 'nonsense', '', ''],
])('%s', async (_name, ip, province, city) => {
  expect(await placeOfIp(app.db, ip)).toEqual({ province, city });
});
