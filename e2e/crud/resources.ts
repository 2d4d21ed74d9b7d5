import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import type { Crud } from './spec.ts';

const firm: Crud['fields'][number] = ['所属企业', { option: '青岚' }];
const place: Crud['fields'][number] = ['所在地区', { option: '西湖区' }];
const digits = (length: number): string => String(Math.floor(Math.random() * 10 ** length)).padStart(length, '0');
const phone = (): string => `139${digits(8)}`;
const badPhone = { label: '手机号', value: '12345', says: '手机号格式不正确' };
const badTelephone = { ...badPhone, label: '联系电话' };
const creditCode = (): string => {
  const body = `91330100MA${digits(7)}`;
  return body + creditCheckSymbol(body);
};

/** The resources the journey is made with. */
export const resources: Crud[] = [
  {
    thing: '渠道',
    path: '/identity/channelManager',
    name: { label: '渠道名称', text: '旅渠' },
    filter: { label: '渠道名称', name: 'name' },
    fields: [firm, ['渠道类型', { option: '电商' }], ['联系电话', phone()]],
    bad: { label: '联系电话', value: '12', says: '格式不正确' },
  },
  {
    thing: '业务员',
    path: '/identity/salesman',
    name: { label: '姓名', text: '林' },
    filter: { label: '业务员', name: 'keywords' },
    fields: [firm, ['手机号', phone()]],
    bad: badPhone,
    exports: true,
  },
  {
    thing: '稽查员',
    path: '/identity/inspector',
    name: { label: '姓名', text: '陆' },
    filter: { label: '姓名', name: 'auditor' },
    fields: [firm, ['手机号', phone()], ['稽查区域', { option: '浙江省' }], ['权限', { tick: '流向查询' }]],
    bad: badPhone,
  },
  {
    thing: '经销商',
    path: '/identity/agentManager',
    name: { label: '经销商名称', text: '旅商' },
    filter: { label: '经销商', name: 'keywords' },
    fields: [
      firm,
      ['经销商类型', { option: '省代' }],
      ['联系人', '沈清和'],
      ['联系电话', phone()],
      place,
      ['授权销售区域', { option: '浙江省' }],
    ],
    bad: badTelephone,
    exports: true,
  },
  {
    thing: '门店',
    path: '/identity/shopAssManager',
    name: { label: '门店名称', text: '旅店' },
    filter: { label: '门店', name: 'keywords' },
    fields: [
      firm,
      ['门店类型', { option: '便利店' }],
      ['所属经销商', { option: '浙江' }],
      ['联系人', '周明远'],
      ['联系电话', phone()],
      place,
      ['详细地址', '龙井路 18 号'],
    ],
    bad: badTelephone,
    exports: true,
  },
  {
    thing: '推广员',
    path: '/identity/spreadManager',
    name: { label: '姓名', text: '苏' },
    filter: { label: '推广员', name: 'keywords' },
    fields: [firm, ['手机号', phone()]],
    bad: badPhone,
    exports: true,
  },
  {
    thing: '企业',
    path: '/identity/firmManager',
    name: { label: '企业名称', text: '旅企' },
    filter: { label: '企业名称', name: 'name' },
    fields: [
      ['统一社会信用代码', creditCode()],
      ['所属行业', { option: '农产品' }],
      ['营业执照', { picture: true }],
      ['联系人', '周明远'],
      ['联系电话', phone()],
      place,
      ['详细地址', '龙井路 18 号'],
    ],
    bad: { label: '统一社会信用代码', value: '91330100MA0000000X', says: '统一社会信用代码不正确' },
    exports: true,
  },
  {
    thing: '产品',
    path: '/identity/productManager',
    name: { label: '产品名称', text: '旅品' },
    filter: { label: '产品', name: 'keywords' },
    fields: [firm, ['计量单位', '盒'], ['产品主图', { picture: true }]],
    bad: { label: '商品条码', value: '6901234567890', says: '商品条码校验位不正确' },
    exports: true,
  },
  {
    thing: '奖品',
    path: '/lottery/prizeManager',
    name: { label: '奖品名称', text: '旅奖' },
    filter: { label: '奖品名称', name: 'name' },
    fields: [firm, ['金额', '1.28']],
    bad: { label: '金额', value: '200.01', says: '金额须在0.10~200.00元之间' },
    exports: true,
  },
  {
    thing: '活动范围',
    path: '/lottery/scopeManager',
    name: { label: '范围名称', text: '旅域' },
    filter: { label: '范围名称', name: 'name' },
    fields: [firm, ['区域限制', { tick: '仅限以下地区' }], ['地区', { option: '浙江省' }]],
    bad: { label: '范围名称', value: '', says: '请输入范围名称' },
  },
  {
    thing: '红包类型',
    path: '/lottery/redTypeManager',
    name: { label: '类型名称', text: '旅红' },
    filter: { label: '类型名称', name: 'des' },
    fields: [firm, ['场景', { option: '抽奖' }]],
    bad: { label: '类型名称', value: '', says: '请输入红包类型名称' },
  },
  {
    thing: '流程类型',
    path: '/identity/flowTypeManager',
    name: { label: '类型名称', text: '旅程' },
    filter: { label: '名称', name: 'name' },
    fields: [firm, ['环节', { option: '生产加工' }]],
    bad: { label: '类型名称', value: '', says: '请输入类型名称' },
  },
  {
    thing: '角色',
    path: '/operation/roleManager/identityManager',
    add: '添加角色',
    name: { label: '角色名称', text: '旅角' },
    filter: { label: '角色名称', name: 'roleName' },
    fields: [['菜单权限', { tick: '全选/全不选' }]],
    bad: { label: '角色名称', value: '', says: '请输入角色名称' },
  },
  {
    thing: '管理员',
    path: '/operation/roleManager/adminList',
    add: '添加管理员',
    name: { label: '管理员姓名', text: '旅员' },
    filter: { label: '姓名或者账号', name: 'realName' },
    fields: [
      ['管理员账号', `trip${digits(6)}`],
      ['管理员密码', 'Journey-2026'],
      ['确认密码', 'Journey-2026'],
      ['手机号', phone()],
      ['角色', { option: '企业管理员' }],
      firm,
    ],
    bad: { ...badPhone, says: '手机号格式不正确!' },
    staysAs: /关闭.*是$/,
  },
  {
    thing: '查询设置',
    path: '/identity/selectManager',
    add: '新增设置',
    name: { label: '名称', text: '旅设' },
    filter: { label: '名称', name: 'name' },
    fields: [firm, ['适用范围', { tick: '产品' }], ['适用产品', { option: '青岚茉莉银针' }]],
    bad: { label: '跳转地址', value: 'javascript:1', says: '跳转地址须以https://开头' },
  },
  {
    thing: '活动',
    path: '/lottery/activeManager',
    add: '新增抽奖活动',
    name: { label: '活动名称', text: '旅奖' },
    filter: { label: '活动', name: 'keywords' },
    fields: [firm, ['玩法', { tick: '刮刮卡' }]],
    bad: { label: '活动名称', value: '旅', says: '活动名称不能少于2个字符' },
    stores: '保存草稿',
    exports: true,
  },
];
