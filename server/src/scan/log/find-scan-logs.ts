import { shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import type { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { within } from '../../kit/db/filters.ts';
import type { Place } from '../../settings/place-of-ip.ts';
import { regionPath } from '../../settings/region-names.ts';
import { maskAddress, wordsOfAgent } from './asker-words.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';

export type ScanLogFilters = InputOf<typeof scanLogApi.export>;

/** The queries a list or an export is about. A code is looked for by its place, a text that is no code as it was typed. */
export const matchingScans = async (db: Db, keyring: Keyring, filters: ScanLogFilters) => {
  let query = db.selectFrom('scanLog as scan').where(within('scan.at', filters.dateLimit));
  if (filters.firmId) query = query.where('scan.firmId', '=', filters.firmId);
  if (filters.code) {
    const named = await keyring.find(db, filters.code);
    query = named
      ? query.where('scan.seg', '=', named.place.seg).where('scan.serial', '=', named.place.serial)
      : query.where('scan.codeText', '=', shownCode(filters.code)).where('scan.seg', 'is', null);
  }
  if (filters.verdict) query = query.where('scan.verdict', '=', filters.verdict);
  if (filters.productId) query = query.where('scan.productId', '=', filters.productId);
  if (filters.agentId) query = query.where('scan.agentId', '=', filters.agentId);
  if (filters.uid) query = query.where('scan.uid', '=', filters.uid);
  if (filters.entry !== undefined) query = query.where('scan.entry', '=', filters.entry as number);
  if (filters.cross !== undefined) query = query.where('scan.isCross', '=', filters.cross as number);
  if (filters.regionCode) {
    const [province, city, district] = await regionPath(db, filters.regionCode);
    query = query.where('scan.province', '=', province ?? '');
    if (city) query = query.where('scan.city', '=', city);
    if (district) query = query.where('scan.district', '=', district);
  }
  return query;
};

type Scans = Awaited<ReturnType<typeof matchingScans>>;

/** Adds what a record shows, newest first. */
export const asScanRows = (query: Scans) =>
  query
    .leftJoin('product', 'product.id', 'scan.productId')
    .leftJoin('lot', 'lot.id', 'scan.lotId')
    .leftJoin('agent', 'agent.id', 'scan.agentId')
    .leftJoin('firm', 'firm.id', 'scan.firmId')
    .select([
      'scan.id',
      'scan.firmId',
      sql<string>`coalesce(firm.name, '')`.as('firmName'),
      'scan.at',
      'scan.at as createTime',
      'scan.codeText as code',
      sql<string>`coalesce(product.store_name, '')`.as('storeName'),
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'scan.verdict',
      'scan.times',
      'scan.visitor',
      'scan.entry',
      'scan.province',
      'scan.city',
      'scan.district',
      'scan.ipProvince',
      'scan.ipCity',
      'scan.geoSource',
      sql<string>`coalesce(host(scan.ip), '')`.as('address'),
      'scan.userAgent',
      sql<string>`coalesce(agent.name, '')`.as('agentName'),
      'scan.isCross as cross',
    ])
    .orderBy('scan.at', 'desc')
    .orderBy('scan.id', 'desc');

type FoundScan = Awaited<ReturnType<ReturnType<typeof asScanRows>['execute']>>[number];

/** A record as people read it: the asker's address masked, the place in one word. */
export const scanRow = ({
  address,
  userAgent,
  visitor,
  province,
  city,
  district,
  ipProvince,
  ipCity,
  ...row
}: FoundScan) => ({
  ...row,
  verdict: row.verdict as ScanVerdict,
  userName: ['游客', '分销员', '微信用户'][visitor] ?? '游客',
  regionName: [province, city === province ? '' : city, district].join(''),
  ipRegionName: otherPlace({ province, city }, { province: ipProvince, city: ipCity }),
  ip: maskAddress(address),
  device: wordsOfAgent(userAgent),
});

/** The place of the address, where it is another than the scan's. */
export const otherPlace = (place: Place, address: Place): string =>
  place.province === address.province && place.city === address.city
    ? ''
    : [address.province, address.city === address.province ? '' : address.city].join('');

type ScanVerdict = NonNullable<ScanLogFilters['verdict']>;
