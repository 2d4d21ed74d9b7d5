import { dateLimit, enabled, firmId, id, live, one, region, text, type Listed } from './asked.ts';

const traced = { productId: { rare: 9, absent: 999_999_998 }, lotId: { rare: 9, absent: 999_999_998 }, dateLimit };
const trace = '/admin/lottery/merchant/trace';
const always = { shopId: 2 };

/** The lists of what shops and dealers are paid, and of what came to shops. */
export const settlementLists: readonly Listed[] = [
  {
    path: '/admin/lottery/merchant/apply/list',
    table: 'shop',
    live,
    order: 'submitted_at desc, id desc',
    filters: {
      firmId,
      keywords: text('门店', '门店77777'),
      agentId: id,
      regionCode: region,
      audit: one(1, 2, 3),
      dateLimit,
    },
  },
  {
    path: '/admin/lottery/merchant/store/list',
    table: 'shop',
    live,
    filters: {
      firmId,
      keywords: text('门店', '门店77777'),
      agentId: id,
      salesmanId: id,
      regionCode: region,
      audit: one(1, 2, 3),
      status: enabled,
      activityId: { absent: 999_999_998 },
      dateLimit: { absent: dateLimit.absent },
    },
  },
  {
    path: '/admin/lottery/merchant/store/reward/list',
    table: 'shop_reward',
    always: { shopId: 2 },
    filters: { kind: { frequent: 3, absent: 2 }, status: one(0, 1), dateLimit },
  },
  { path: `${trace}/deliver`, table: 'deliver_line', always, filters: traced },
  { path: `${trace}/sale`, table: 'unit_scan', order: 'seg desc, serial desc', always, filters: traced },
  { path: `${trace}/unpack`, table: 'draw', always, filters: traced },
  { path: `${trace}/ver`, table: 'prize_ver', always, filters: traced },
  { path: `${trace}/abnormal`, table: 'scan_log', always, filters: traced },
  { path: `${trace}/timeline`, table: 'deliver', always, filters: traced },
  {
    path: '/admin/lottery/merchant/remit/list',
    table: 'remit',
    filters: {
      payeeKind: { frequent: 1, absent: 2 },
      firmId,
      remitNo: { frequent: 'DK0', rare: 'DK0000077777', absent: 'ZZ' },
      shopId: id,
      agentId: id,
      channel: one('bank', 'alipay', 'weixin'),
      status: one(0, -1, 1),
      audited: one('false', 'true'),
      source: one(2, 1, 3),
      minAmount: one(1, 7000),
      maxAmount: { frequent: 3000, absent: 1 },
      dateLimit,
    },
  },
  {
    path: '/admin/lottery/merchant/remit/bank/file/list',
    table: 'bank_file',
    filters: { payeeKind: { frequent: 1, absent: 2 }, firmId },
  },
  { path: '/admin/lottery/merchant/remit/item/list', table: 'remit_item', order: 'id', always: { id: 2 } },
  {
    path: '/admin/lottery/merchant/remit/preview',
    table: 'shop_reward',
    always: { firmId: 2, periodFrom: '2000-01-01', periodTo: '2100-01-01' },
    filters: {
      payeeKind: { frequent: 1, absent: 2 },
      firmId,
      periodFrom: { frequent: '2001-01-01' },
      periodTo: { absent: '2001-01-01' },
      minAmount: { frequent: 30, absent: 99_999_999_999 },
      agentIds: { absent: 999_999_998 },
    },
  },
  {
    path: '/admin/lottery/duct/log/list',
    table: 'ded_log',
    filters: {
      ownerKind: { frequent: 1, absent: 2 },
      ownerId: { rare: 8, absent: 999_999_998 },
      agentId: { absent: 999_999_998 },
      shopId: { rare: 8, absent: 999_999_998 },
      firmId,
      kind: one(1, 2, 3),
      dateLimit,
    },
  },
];
