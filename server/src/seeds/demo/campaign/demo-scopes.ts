import { GeoFallback, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';

/** A scope of the demonstration; `lots` is how many of the firm's newest lots its codes are of. */
export interface DemoScope {
  name: string;
  lots?: number;
  [field: string]: unknown;
}

/** Scopes of each firm of the demonstration in its order. */
export const demoScopes: readonly (readonly DemoScope[])[] = [
  [
    {
      name: '江浙沪皖',
      regionMode: RegionMode.only,
      regions: ['310000', '320000', '330000', '340000'],
      geoFallback: GeoFallback.address,
      remark: '秋茶上新季用，线上渠道不参加',
    },
    {
      name: '新批次限码段',
      lots: 2,
      regionMode: RegionMode.except,
      regions: ['710000', '810000', '820000'],
      geoFallback: GeoFallback.pass,
    },
  ],
  [
    {
      name: '贵州及川渝',
      regionMode: RegionMode.only,
      regions: ['500000', '510000', '520000'],
      geoFallback: GeoFallback.refuse,
    },
    { name: '新酒批次', lots: 1, remark: '只发在新批次上，全国可用' },
  ],
];
