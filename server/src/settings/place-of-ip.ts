import type { Region } from '@zhuiyuan/contract/settings/region';
import { createRequire } from 'node:module';
import type IpTable from 'ip2region';
import type { Db } from '../kit/db/database.ts';
import { regionTree } from './region-names.ts';

/** Province and city by their official names; '' where unknown. */
export interface Place {
  province: string;
  city: string;
}

const nowhere: Place = { province: '', city: '' };
let table: IpTable | undefined;

/** Its rows are read when the first address is asked for. */
const openTable = (): IpTable =>
  new (createRequire(import.meta.url)('ip2region') as { default: typeof IpTable }).default();

/** The region whose official name begins with a short one: 广西 is 广西壮族自治区. */
const official = (regions: readonly Region[], name: string): Region | undefined =>
  name.length < 2 ? undefined : regions.find((region) => region.name.startsWith(name.replace(/[省市]$/, '')));

/** Where an address is registered, read from a table that ships with the server; nowhere outside China and for local addresses. */
export const placeOfIp = async (db: Db, ip: string): Promise<Place> => {
  table ??= openTable();
  const found = table.search(ip);
  if (found?.country !== '中国') return nowhere;
  const province = official(await regionTree(db), found.province);
  if (!province) return nowhere;
  // Under a municipality the table of regions has districts; the city bears the name of the province.
  const city = official(province.child ?? [], found.city)?.name ?? (province.name.endsWith('市') ? province.name : '');
  return { province: province.name, city };
};
