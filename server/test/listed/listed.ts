import { asked, id, noCode, one, text, dateLimit, firmId, enabled, region, live, of, type Listed } from './asked.ts';
import { redLists } from './listed-red.ts';
import { campaignLists } from './listed-campaign.ts';
import { consumerLists } from './listed-consumer.ts';
import { codeLists } from './listed-codes.ts';
import { fundLists } from './listed-fund.ts';
import { fieldworkLists } from './listed-fieldwork.ts';
import { movementLists } from './listed-movement.ts';
import { packingLists } from './listed-packing.ts';
import { payoutLists } from './listed-payout.ts';
import { partyLists } from './listed-parties.ts';
import { statLists } from './listed-stats.ts';
import { settlementLists } from './listed-settlement.ts';
import { traceLists } from './listed-trace.ts';

export type { Listed } from './asked.ts';

/** Every list of the product. A new one joins by a line in the lists of its domain. */
export const listed: readonly Listed[] = [
  ...partyLists,
  ...traceLists,
  ...codeLists,
  ...consumerLists,
  ...packingLists,
  ...movementLists,
  ...fieldworkLists,
  ...campaignLists,
  ...redLists,
  ...fundLists,
  ...settlementLists,
  ...payoutLists,
  ...statLists,
  {
    path: `${of}/excelLog/list`,
    table: 'file_job',
    live,
    filters: {
      isRunning: { frequent: 'false', absent: 'true' },
      firmId,
      kind: { frequent: 1 },
      biz: one('agent', 'shop', 'task'),
      title: text('导出', '经销商77777'),
      status: one(2, 3, 1),
      operatorId: one(1, 2, 999_999_998),
      dateLimit,
    },
  },
  {
    path: `${of}/importTask/list`,
    table: 'file_job',
    live,
    filters: {
      firmId,
      biz: one('agent', 'shop', 'product'),
      keywords: text('导出', '经销商77777'),
      status: one(2, 3, 1),
      dateLimit,
    },
  },
  { path: `${of}/importTask/error/list`, table: 'file_job_error', order: 'row_no', always: { id: 2 } },
  {
    path: `${of}/agentselect/stock/list`,
    table: 'stock',
    filters: { firmId, holderKind: one(1, 2, 0), agentId: id, shopId: id, productId: id },
  },
  {
    path: `${of}/select/log/list`,
    table: 'scan_log',
    order: 'at desc, id desc',
    isScan: true,
    filters: {
      uid: { absent: 999_999_998 },
      firmId,
      code: noCode,
      verdict: one('FIRST', 'OVER', 'VOID'),
      productId: id,
      lotId: id,
      agentId: id,
      regionCode: region,
      entry: one(0, 1),
      cross: one(0, 1),
      isCounted: one(1, 0),
      dateLimit,
    },
  },
  {
    path: `${of}/select/abnormal/list`,
    table: 'odd_code',
    order: 'last_at desc, seg, serial',
    filters: {
      code: noCode,
      firmId,
      productId: id,
      agentId: id,
      isWhite: { frequent: 'false', rare: 'true' },
      dateLimit,
      sort: one('-cnt', 'lastAt'),
    },
  },
  {
    path: `${of}/select/risk/list`,
    table: 'risk_event',
    order: 'last_at desc, id desc',
    filters: {
      code: noCode,
      firmId,
      type: one(1, 2, 3),
      level: one(1, 2, 3),
      status: one(0, 2, 3),
      waiting: asked,
      dateLimit,
    },
  },
  {
    path: `${of}/select/complaint/list`,
    table: 'complaint',
    filters: { firmId, code: noCode, content: text('举报', '假货77777'), state: one(0, 1), waiting: asked, dateLimit },
  },
  {
    path: `${of}/select/list`,
    table: 'select_config',
    live,
    filters: {
      firmId,
      name: text('查询设置', '设置77777'),
      scope: one(2, 1),
      productId: id,
      status: enabled,
      dateLimit,
    },
  },
  {
    path: '/admin/category/list',
    table: 'category',
    order: 'sort desc, id',
    always: { type: 1 },
    filters: {
      status: { frequent: 1, absent: 0 },
      name: text('类目', '类目77777'),
      pid: { frequent: 0, absent: 999_999_998 },
    },
  },
  {
    path: '/admin/system/admin/list',
    table: 'admin',
    live: 'not is_del',
    filters: { realName: text('员工', '员工77777'), roles: one(2, 3, 999_999_998), status: one(1, 0), firmId },
  },
  {
    path: '/admin/system/role/list',
    table: 'role',
    isPlatforms: true,
    filters: { roleName: text('角色', '角色77777'), status: one(1, 0) },
  },
  {
    path: '/admin/system/log/list',
    table: 'audit_log',
    order: 'oper_time desc, id desc',
    filters: {
      firmId,
      title: { frequent: '登录', rare: '删除渠道', absent: '乌龙' },
      operName: { frequent: 'admin', absent: '乌龙' },
      businessType: one(2, 3, 9),
      status: one(0, 1),
      dateLimit,
    },
  },
  {
    path: '/admin/system/attachment/list',
    table: 'attachment',
    always: { pid: 0 },
    filters: { attType: { frequent: 'image', absent: 'video' } },
  },
  { path: '/admin/login/log/list', table: 'login_log' },
];
