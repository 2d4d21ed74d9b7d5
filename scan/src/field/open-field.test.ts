import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../test/answers.ts';
import { openField } from './open-field.tsx';

const role = {
  role: 'agent-12',
  kind: 1,
  id: 12,
  name: '成都锦和商贸',
  number: 'A000127',
  contact: '周明远',
  firmId: 2,
  firmName: '青岚山茶业',
  firmLogo: '',
  servicePhone: '400-800-1234',
  state: 'on',
  scopes: [],
};
const home = {
  role,
  pending: { docs: 0, items: 0, rows: [] },
  stock: { items: 1846, shortKinds: 2 },
  need: { docs: 2, waiting: 1, toShip: 1 },
  shops: { count: 12, suppliedThisWeek: 9, waiting: 0 },
  received: null,
  shipped: { docs: 63, todayDocs: 5, todayItems: 148 },
  inspections: null,
};

const open = (path: string): void => {
  history.replaceState(null, '', path);
  openField();
};
const text = (): string => document.getElementById('page')!.textContent ?? '';
const bound = (): void => localStorage.setItem('zy_account', 'token-1');

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
// What comes apart is there as on a quick network.
beforeAll(() => import('./visits.tsx'));
beforeEach(() => {
  localStorage.clear();
  emptyPage();
});

it('tells a phone without an account only that signing in is needed, of a document too', () => {
  const sent = answerCalls({});
  open('/d/FH20261120-0041');
  expect(text()).toContain('登录后查看发货单');
  expect(text()).not.toContain('FH20261120-0041');
  open('/r/stock');
  expect(text()).toContain('请先绑定身份');
  expect(sent).toEqual([]);
});

it('shows whom a code binds before it does, and keeps the token then', async () => {
  const sent = answerCalls({
    '/public/role/bind/info': { kind: 1, name: '成都锦和商贸', number: 'A000127', firmName: '青岚山茶业' },
    '/public/role/bind': { token: 'token-9', role },
    '/public/role/list': [role],
    '/public/role/home': home,
  });
  open('/r/bind#secret');
  await settle();
  expect(text()).toContain('成都锦和商贸');
  // Neither call has the token in its address.
  expect(sent).toEqual([{ path: '/public/role/bind/info', body: { bindToken: 'secret' } }]);
  document.querySelector<HTMLButtonElement>('.solid')!.click();
  await settle();
  expect(sent[1]).toEqual({ path: '/public/role/bind', body: { bindToken: 'secret' } });
  expect(localStorage.getItem('zy_account')).toBe('token-9');
  expect(localStorage.getItem('zy_role')).toBe('agent-12');
});

it('shows a dealer his places with what is in them', async () => {
  bound();
  answerCalls({ '/public/role/list': [role], '/public/role/home': home });
  open('/r');
  await settle();
  for (const words of [
    '扫码发货',
    '没有待签收的货物',
    '1,846',
    '2 种不够卖 7 天',
    '1 单审核中，1 单待发货',
    '今天 5 单，148 件',
  ])
    expect(text()).toContain(words);
  expect(text()).not.toContain('切换身份');
});

it('takes the scanning away from a dealer who was stopped, and says so', async () => {
  bound();
  const stopped = { ...role, state: 'stopped' };
  answerCalls({ '/public/role/list': [stopped], '/public/role/home': { ...home, role: stopped } });
  open('/r');
  await settle();
  expect(text()).toContain('该身份已停用，只能查看和整单签收');
  expect(text()).not.toContain('扫码发货');
});

it('says that a role has ended, and that a session is over', async () => {
  bound();
  answerCalls({ '/public/role/stock': { code: 61137, message: '该身份已解除绑定', data: null } });
  open('/r/stock');
  await settle();
  expect(text()).toContain('该身份已解除绑定');
  expect(text()).toContain('使用其他身份');
  answerCalls({ '/public/role/stock': { code: 401, message: '无效的会话，或者登录已过期，请重新登录。', data: null } });
  open('/r/stock');
  await settle();
  expect(text()).toContain('登录已过期');
  expect(localStorage.getItem('zy_account')).toBeNull();
});

it('offers another try where nothing came', async () => {
  bound();
  answerCalls({ '/public/role/list': new Error('lost') });
  open('/r');
  await settle();
  expect(text()).toContain('网络异常，请稍后重试');
  expect(text()).toContain('重新加载');
});

const joined = {
  firmName: '青岚山茶业',
  firmLogo: '',
  servicePhone: '',
  agentName: '成都锦和商贸',
  mine: null,
  role: '',
};

it('lets somebody without an account put his shop forward by a link, and shows how it stands afterwards', async () => {
  const sent = answerCalls({
    '/public/shop/join/info': joined,
    '/public/shop/join/begin': { token: 'token-5' },
  });
  open('/r/apply#link-1');
  await settle();
  expect(text()).toContain('青岚山茶业');
  expect(text()).toContain('由经销商成都锦和商贸邀请门店入驻');
  expect(localStorage.getItem('zy_account')).toBeNull();
  document.querySelector<HTMLButtonElement>('.solid')!.click();
  await settle();
  expect(localStorage.getItem('zy_account')).toBe('token-5');
  expect(text()).toContain('统一社会信用代码');
  document.querySelector<HTMLButtonElement>('.solid')!.click();
  await settle();
  for (const words of ['请输入门店名称', '请选择门店类型', '请选择所在地区', '请输入统一社会信用代码'])
    expect(text()).toContain(words);
  expect(sent.map(({ path }) => path)).toEqual(['/public/shop/join/info', '/public/shop/join/begin']);
  const mine = {
    name: '巷口茶铺',
    shopType: 2,
    contact: '何店长',
    phone: '13912345678',
    regionCode: '330106',
    regionName: '浙江省杭州市西湖区',
    address: '文三路 1 号',
    lng: null,
    lat: null,
    licenseNo: '91330100MA2ABCDE1X',
    doorImage: '',
    licenseImage: '',
    audit: 0,
    auditRemark: '',
  };
  answerCalls({ '/public/shop/join/info': { ...joined, mine } });
  open('/r/apply');
  await settle();
  expect(text()).toContain('审核中');
  expect(text()).toContain('巷口茶铺');
  answerCalls({
    '/public/shop/join/info': { ...joined, mine: { ...mine, audit: 1 }, role: 'shop-7' },
    '/public/role/list': [{ ...role, role: 'shop-7', kind: 2 }],
    '/public/role/home': home,
  });
  open('/r/apply#link-1');
  await settle();
  expect(localStorage.getItem('zy_role')).toBe('shop-7');
});

it('says that a link has ended', async () => {
  answerCalls({
    '/public/shop/join/info': { code: 61175, message: '入驻链接已失效，请向企业或经销商索取新的链接', data: null },
  });
  open('/r/apply#gone');
  await settle();
  expect(text()).toContain('入驻链接已失效');
});
