/** What a filter is asked: by how many rows it holds. */
export type Asked = 'frequent' | 'rare' | 'absent' | 'one letter' | 'no such letter' | 'no such two';

export interface Listed {
  path: string;
  /** The table whose newest rows bare Fastify sends, and how. */
  table: string;
  live?: string;
  order?: string;
  /** What every call has to say, such as the row whose parts are listed. */
  always?: Record<string, string | number>;
  /** `@4-10` is the code of serial 10 of segment 4, whose text hangs on the keys of the database. */
  filters?: Record<string, Partial<Record<Asked, string | number>>>;
  /** Filters that would cost every scan another index. */
  isScan?: true;
  /** A million rows are more than it answers: it refuses them. */
  isBounded?: true;
  /** Staff of firms may not call it, or its rows are of no firm. */
  isPlatforms?: true;
}

const id = { frequent: 2, rare: 9, absent: 999_999_998 };
const one = (frequent: string | number, rare: string | number, absent?: string | number) => ({
  frequent,
  rare,
  ...(absent === undefined ? {} : { absent }),
});
const text = (frequent: string, rare: string) => ({
  frequent,
  rare,
  absent: '乌龙茶饼',
  'one letter': frequent.slice(0, 1),
  'no such letter': '龘',
  'no such two': '乌龙',
});
const dateLimit = {
  frequent: '2000-01-01 00:00:00,2100-01-01 00:00:00',
  absent: '2001-01-01 00:00:00,2001-02-01 00:00:00',
};
const firmId = { frequent: 2, rare: 3, absent: 999_999_998 };
const enabled = one(0, 1);
const region = one('330000', '110000', '540000');
const live = 'is_del = 0';
const of = '/admin/identity';

/** Every list of the product. A new one joins by a line. */
export const listed: readonly Listed[] = [
  {
    path: `${of}/firm/list`,
    table: 'firm',
    live,
    filters: {
      name: text('茶业公司', '公司77777'),
      creditCode: { rare: '0000077777', absent: '12345' },
      audit: one(1, 2, 3),
      status: enabled,
      regionCode: region,
      dateLimit,
    },
  },
  {
    path: `${of}/agent/list`,
    table: 'agent',
    live,
    filters: {
      firmId,
      keywords: text('经销商', '经销商77777'),
      level: one(2, 1, 3),
      agentType: one(1, 2, 3),
      regionCode: region,
      channelId: id,
      salesmanId: id,
      status: enabled,
      pid: id,
      parentId: id,
      dateLimit,
    },
  },
  {
    path: `${of}/shop/list`,
    table: 'shop',
    live,
    filters: {
      firmId,
      keywords: text('门店', '门店77777'),
      agentId: id,
      salesmanId: id,
      channelId: id,
      shopType: one(1, 2, 3),
      grade: one('A', 'B', 'C'),
      regionCode: region,
      audit: one(1, 2, 3),
      status: enabled,
      dateLimit,
    },
  },
  {
    path: `${of}/shopAss/list`,
    table: 'shop_ass',
    filters: {
      firmId,
      kind: { frequent: 1 },
      targetId: id,
      shopId: { rare: 9, absent: 999_999_998 },
      valid: one(1, 0),
    },
  },
  {
    path: `${of}/sales/list`,
    table: 'salesman',
    live,
    filters: { firmId, keywords: text('业务员', '业务员77777'), agentId: id, status: enabled },
  },
  {
    path: `${of}/channel/list`,
    table: 'channel',
    live,
    order: 'sort, id desc',
    filters: { firmId, name: text('渠道', '渠道77777'), channelType: one(1, 2, 3), status: enabled },
  },
  {
    path: `${of}/spread/list`,
    table: 'spread',
    live,
    filters: { firmId, keywords: text('推广员', '推广员77777'), agentId: id, shopId: id, status: enabled, dateLimit },
  },
  { path: `${of}/spread/user/list`, table: 'spread', always: { id: 2 } },
  {
    path: `${of}/inspector/list`,
    table: 'inspector',
    live,
    filters: {
      firmId,
      auditor: text('稽查员', '稽查员77777'),
      phone: { frequent: '130', rare: '13000077777' },
      status: enabled,
    },
  },
  {
    path: `${of}/inspector/record/list`,
    table: 'inspect',
    filters: { firmId, auditorId: id, opinion: one(1, 2, 3), agentId: id, dateLimit },
  },
  {
    path: `${of}/agent/ded/list`,
    table: 'ded_log',
    order: 'id desc',
    always: { agentId: 2 },
    filters: { shopId: { rare: 8, absent: 999_999_998 }, kind: one(1, 2, 3), dateLimit },
  },
  { path: `${of}/agent/ded/shop/list`, table: 'ded_account', order: 'owner_id', always: { agentId: 2 } },
  {
    path: `${of}/shop/verify/list`,
    table: 'ded_log',
    filters: {
      agentId: { absent: 999_999_998 },
      activityId: { absent: 999_999_998 },
      keywords: { absent: '乌龙茶饼' },
      firmId,
      dateLimit,
    },
  },
  {
    path: `${of}/shop/ver/log/list`,
    table: 'ded_log',
    filters: {
      agentId: { absent: 999_999_998 },
      activityId: { absent: 999_999_998 },
      prizeId: { absent: 999_999_998 },
      verNo: { absent: 'Z1' },
      phone: { absent: '19999999999' },
      settleState: one(0, 1),
      firmId,
      shopId: id,
      dateLimit,
    },
  },
  {
    path: `${of}/shop/ded/list`,
    table: 'ded_account',
    order: 'owner_id',
    filters: { firmId, agentId: id, shopId: { rare: 8 }, minAmount: one(1, 999) },
  },
  {
    path: `${of}/shop/bind/act/list`,
    table: 'ded_log',
    filters: {
      firmId,
      agentId: { absent: 999_999_998 },
      activityId: { absent: 999_999_998 },
      shopId: { absent: 999_999_998 },
      status: one(0, 1),
    },
  },
  {
    path: `${of}/product/list`,
    table: 'product',
    live,
    filters: {
      firmId,
      keywords: text('茶叶产品', '产品77777'),
      classId: one(20002, 20003, 20004),
      brand: text('春山', '秋水'),
      tempId: id,
      status: one(1, 0),
      dateLimit,
      sort: one('-createTime', 'createTime'),
    },
  },
  { path: `${of}/lot/recall/list`, table: 'lot_recall', filters: { lotId: id, productId: id } },
  {
    path: `${of}/lot/list`,
    table: 'lot',
    live,
    filters: {
      firmId,
      productId: id,
      lotNo: { frequent: 'L0', rare: 'L00077777', absent: 'Z1' },
      produceDate: { absent: '2001-01-01,2001-02-01', frequent: '2001-01-01,2100-01-01' },
      expireDate: { absent: '2001-01-01,2001-02-01' },
      qcState: one(1, 2, 0),
      recallState: one(0, 1),
      sort: one('-produceDate', 'expireDate'),
    },
  },
  {
    path: `${of}/flowType/list`,
    table: 'flow_type',
    live,
    order: 'sort, id',
    filters: { firmId, name: text('工序', '工序77777'), stage: one(1, 2, 3), status: enabled },
  },
  {
    path: `${of}/flow/list`,
    table: 'flow',
    live,
    filters: {
      public: { frequent: '0', absent: '1' },
      isVoid: { frequent: '0', absent: '1' },
      firmId,
      productId: id,
      lotId: id,
      flowTypeId: id,
      stage: one(1, 2, 3),
      keywords: text('记录', '记录77777'),
      audit: one(0, 2, 3),
      opSrc: one(1, 2, 3),
      dateLimit,
    },
  },
  {
    path: `${of}/temp/list`,
    table: 'temp',
    live,
    filters: { firmId, name: text('模板', '模板77777'), status: enabled },
  },
  {
    path: `${of}/identity/reg/list`,
    table: 'registration',
    filters: {
      firmId,
      handle: { frequent: '88.100', rare: '88.100.1/77777', absent: '99.9' },
      objKind: one(1, 2, 3),
      status: one(1, 2, 3),
      nodeKind: one(1, 2, 3),
      dateLimit,
    },
  },
  {
    path: `${of}/task/list`,
    table: 'task',
    filters: {
      firmId,
      keywords: text('任务', '任务77777'),
      productId: id,
      lotId: id,
      fmt: one('X16', 'N20', 'X18'),
      source: one(1, 2),
      assocMode: one(0, 1),
      status: one(2, 3, 1),
      dateLimit,
      sort: one('-itemCount', 'createTime'),
    },
  },
  { path: `${of}/task/part/list`, table: 'task_part', order: 'part_no', always: { taskId: 2 } },
  {
    path: `${of}/identity/list`,
    table: 'segment',
    order: 'seg desc',
    filters: {
      firmId,
      taskNo: { frequent: 'T0', rare: 'T00077777', absent: 'Z1' },
      taskId: id,
      productId: id,
      level: one(0, 1, 2),
      state: one(0, 1, 2),
      source: one(1, 2),
      serial: one(1, 1000),
    },
  },
  { path: `${of}/identity/span/list`, table: 'code_span', order: 'lower(span)', always: { seg: 2, dim: 'bind' } },
  { path: `${of}/identity/lot/list`, table: 'code_span', order: 'lower(span)', always: { lotId: 2 }, isBounded: true },
  { path: `${of}/identity/scan/list`, table: 'scan_log', order: 'at desc', always: { code: '2-9' }, isScan: true },
  { path: `${of}/identity/children`, table: 'segment', order: 'seg desc', always: { codeId: 8 * 2 ** 28 + 9 } },
  {
    path: `${of}/packLog/list`,
    table: 'code_op_item',
    filters: {
      firmId,
      code: { frequent: '@4-10', rare: '@2-10', absent: 'ZZZZ' },
      act: one(1, 2),
      opSrc: one(1, 2, 3),
      operatorId: one(1, 2, 999_999_998),
      dateLimit,
    },
  },
  {
    path: `${of}/pack/list`,
    table: 'box',
    order: 'packed_at desc, id desc',
    filters: {
      firmId,
      code: { rare: '@4-10', absent: 'ZZZZ' },
      level: one(1, 2),
      productId: id,
      lotId: id,
      boxState: one(2, 3),
      dateLimit,
    },
  },
  {
    path: `${of}/batch/list`,
    table: 'code_op',
    order: 'created_at desc, id desc',
    filters: {
      firmId,
      opNo: { frequent: 'O0', rare: 'O00077777', absent: 'Z1' },
      opType: one(1, 13, 2),
      opSrc: one(1, 2, 3),
      status: one(2, 3),
      operatorId: one(1, 2, 999_999_998),
      dateLimit,
    },
  },
  { path: `${of}/batch/item/list`, table: 'code_op_item', order: 'id', always: { opId: 2 } },
  { path: `${of}/channel/change/list`, table: 'code_op', order: 'created_at desc, id desc', filters: { firmId } },
  { path: `${of}/batch/export/list`, table: 'file_job' },
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
  { path: `${of}/agentselect/stock/list`, table: 'code_span', filters: { firmId, agentId: id, productId: id } },
  {
    path: `${of}/select/log/list`,
    table: 'scan_log',
    order: 'at desc, id desc',
    isScan: true,
    filters: {
      uid: { absent: 999_999_998 },
      firmId,
      code: { absent: 'ZZZZ' },
      verdict: one('FIRST', 'OVER', 'VOID'),
      productId: id,
      lotId: id,
      agentId: id,
      regionCode: region,
      entry: one(0, 1),
      cross: one(0, 1),
      dateLimit,
    },
  },
  {
    path: `${of}/select/abnormal/list`,
    table: 'odd_code',
    order: 'last_at desc, seg, serial',
    filters: {
      code: { absent: 'ZZZZ' },
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
      code: { absent: 'ZZZZ' },
      firmId,
      type: one(1, 2, 3),
      level: one(1, 2, 3),
      status: one(0, 2, 3),
      dateLimit,
    },
  },
  {
    path: `${of}/select/complaint/list`,
    table: 'complaint',
    filters: { firmId, code: { absent: 'ZZZZ' }, content: text('举报', '假货77777'), state: one(0, 1), dateLimit },
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
