import { shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import type { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import type { Place } from '../../settings/place-of-ip.ts';
import { regionPath } from '../../settings/region-names.ts';
import { maskAddress, toBrowserWords } from './asker-words.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';

export type ScanLogFilters = InputOf<typeof scanLogApi.export>;

type Found = Omit<ScanLogFilters, 'code' | 'regionCode'> & {
  seg?: number;
  serial?: number;
  noCode?: string;
  region?: string[];
};

const matching: Matching<'scan', Found, DB & { scan: DB['scanLog'] }> = matchingBy(
  'scan',
  (db) => db.selectFrom('scanLog as scan'),
  {
    dateLimit: at(within, 'at'),
    firmId: eq,
    seg: eq,
    serial: eq,
    noCode: (text, row) => row.and([row('scan.codeText', '=', text), row('scan.seg', 'is', null)]),
    verdict: eq,
    // Without these looks at the tables of what is asked, the scans of another firm's would be read to show none of them.
    productId: (id, row) =>
      row.and([
        row('scan.productId', '=', id),
        row.exists(row.selectFrom('product').select('product.id').where('product.id', '=', id)),
      ]),
    lotId: (id, row) =>
      row.and([
        row('scan.lotId', '=', id),
        row.exists(row.selectFrom('lot').select('lot.id').where('lot.id', '=', id)),
      ]),
    agentId: (id, row) =>
      row.and([
        row('scan.agentId', '=', id),
        row.exists(row.selectFrom('agent').select('agent.id').where('agent.id', '=', id)),
      ]),
    uid: eq,
    entry: eq,
    cross: at(eq, 'isCross'),
    isCounted: eq,
    region: ([province = '', city, district], row) =>
      row.and([
        row('scan.province', '=', province),
        ...(city ? [row('scan.city', '=', city)] : []),
        ...(district ? [row('scan.district', '=', district)] : []),
      ]),
  },
);

/** The queries a list or an export is about. A code is looked for by its place, a text that is no code as it was typed. */
export const matchingScans = async (db: Db, keyring: Keyring, { code, regionCode, ...filters }: ScanLogFilters) => {
  const named = code ? ((await keyring.find(db, code))?.place ?? { noCode: shownCode(code) }) : {};
  const region = regionCode ? await regionPath(db, regionCode) : undefined;
  return matching(db, { ...filters, ...named, region });
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
  device: toBrowserWords(userAgent),
});

/** The place of the address, where it is another than the scan's. */
export const otherPlace = (place: Place, address: Place): string =>
  place.province === address.province && place.city === address.city
    ? ''
    : [address.province, address.city === address.province ? '' : address.city].join('');

type ScanVerdict = NonNullable<ScanLogFilters['verdict']>;
