import type { FieldApply } from '@zhuiyuan/contract/fieldwork/field-apply';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { controlOf, faultOf, press, write } from '../../../../test/phone-page.ts';
import { keepPhotos, takePhoto } from '../../../../test/take-photo.ts';
import { keepToken } from '../../../lib/account-token.ts';
import { chooseRole, keepInvite } from '../../lib/session.ts';
import { openField } from '../../open-field.tsx';

const infoPath = '/public/shop/join/info';
const sendPath = '/public/shop/join/apply';
const mine: FieldApply = {
  name: '巷口茶铺',
  shopType: 2,
  contact: '何店长',
  phone: '13912345678',
  regionCode: '510104',
  regionName: '四川省成都市锦江区',
  address: '春熙路 1 号',
  lng: 104.0812345,
  lat: 30.6543219,
  licenseNo: '91330100MA2ABCDE1R',
  doorImage: '/media/door.jpg',
  licenseImage: '/media/paper.jpg',
  audit: 2,
  auditRemark: '门头照片看不清招牌',
};
const joined = {
  firmName: '青岚山茶业',
  firmLogo: '',
  servicePhone: '400-800-1234',
  agentName: '',
  mine: null as FieldApply | null,
  role: '',
};

const text = (): string => document.body.textContent ?? '';
const open = async (path: string): Promise<void> => {
  history.replaceState(null, '', path);
  openField();
  await settle();
};
const bodies = (sent: { path: string; body: unknown }[], path: string) =>
  sent.filter((one) => one.path === path).map(({ body }) => body as Record<string, unknown>);

const scrolled = vi.fn<() => void>();
Object.defineProperty(globalThis, 'scrollTo', { value: scrolled, writable: true });
// What comes apart is there as on a quick network.
beforeAll(() => import('../../visits.tsx'));
beforeEach(() => {
  localStorage.clear();
  // What was kept is remembered besides.
  for (const forget of [keepToken, keepInvite, chooseRole]) forget('');
  emptyPage();
});

it('fills the form of a rejected shop with what it said, and sends it again once, however often the answer is lost', async () => {
  localStorage.setItem('zy_account', 'token-1');
  const answers: Record<string, unknown> = { [infoPath]: { ...joined, mine }, [sendPath]: new Error('lost') };
  const sent = answerCalls(answers);
  await open('/r/apply#link-1');
  expect(text()).toContain('驳回原因：门头照片看不清招牌');
  expect(text()).toContain('已定位 104.08123, 30.65432');
  expect(document.querySelector('select')!.selectedOptions[0]!.textContent).toBe('便利店');
  expect(text()).not.toContain('请选择');
  expect(document.querySelectorAll('.f-photo')).toHaveLength(2);
  await press('提交审核');
  await press('提交审核');
  expect(text()).toContain('网络异常，请稍后重试');
  await write('详细地址', '春熙路 2 号');
  answers[sendPath] = { code: 61097, message: '请求编号已被使用，内容不一致', data: null };
  await press('提交审核');
  Object.assign(answers, {
    [infoPath]: { ...joined, mine: { ...mine, audit: 0, auditRemark: '' } },
    [sendPath]: { id: 7 },
  });
  scrolled.mockClear();
  await press('提交审核');
  const [first, second, third] = bodies(sent, sendPath);
  const { audit: _audit, auditRemark: _remark, regionName: _name, ...words } = mine;
  expect(first).toEqual({ ...words, code: 'link-1', idemKey: expect.any(String) });
  expect(second).toEqual(first);
  expect(third!.address).toBe('春熙路 2 号');
  expect(third!.idemKey).not.toBe(first!.idemKey);
  expect(text()).toContain('审核中');
  expect(text()).toContain('刷新进度');
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

it('says everything at once that a form lacks, pictures too', async () => {
  localStorage.setItem('zy_account', 'token-1');
  const bare = { ...mine, name: '', licenseNo: '91330100', doorImage: '', licenseImage: '', audit: 3 as const };
  const sent = answerCalls({
    '/public/shop/apply/info': { ...bare, auditRemark: '' },
    '/public/shop/apply': { id: 7 },
  });
  localStorage.setItem('zy_role', 'shop-7');
  await open('/r/apply');
  expect(text()).toContain('未提交');
  await press('提交审核');
  for (const words of ['请输入门店名称', '统一社会信用代码格式不正确', '请上传门头照片', '请上传营业执照照片'])
    expect(text()).toContain(words);
  expect(document.activeElement).toBe(controlOf('门店名称'));
  await write('门店名称', '巷口茶铺');
  await write('统一社会信用代码', ' 91330100ma2abcde1r');
  keepPhotos('/media/a.jpg', '/media/b.jpg');
  takePhoto(0);
  takePhoto(1);
  await settle();
  await press('提交审核');
  expect(faultOf('统一社会信用代码')).toBe('');
  const [body] = bodies(sent, '/public/shop/apply');
  expect(body).toMatchObject({ licenseNo: '91330100MA2ABCDE1R', lng: mine.lng, lat: mine.lat });
  expect([body!.doorImage, body!.licenseImage].sort()).toEqual(['/media/a.jpg', '/media/b.jpg']);
});

it('sends the pictures of a shop without a role by its link', async () => {
  answerCalls({ [infoPath]: joined, '/public/shop/join/begin': { token: 'token-5' } });
  await open('/r/apply#link-1');
  expect(document.querySelector('a')!.getAttribute('href')).toBe('tel:400-800-1234');
  await press('填写入驻资料');
  let asked = '';
  globalThis.fetch = async (input) => {
    asked = String(input);
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: { url: '/media/a.jpg' } }));
  };
  takePhoto();
  await settle();
  expect(asked).toBe('/public/upload/image?invite=link-1');
});

it('shows a shop that passed what the firm has of it', async () => {
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'shop-7');
  answerCalls({ '/public/shop/apply/info': { ...mine, audit: 4, auditRemark: '', licenseNo: '' } });
  await open('/r/apply');
  for (const words of ['已通过', '便利店', '四川省成都市锦江区春熙路 1 号', '未登记', '执照照片'])
    expect(text()).toContain(words);
  expect(document.querySelector('.f-tag')!.className).toBe('f-tag f-good');
  expect(text()).not.toContain('提交审核');
});

it('keeps nothing of a link whose answer comes after the screen was left', async () => {
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'shop-9');
  answerCalls({ [infoPath]: { ...joined, mine, role: 'shop-7' }, '/public/role/inspect/list': { list: [], total: 0 } });
  const release = holdCalls((path) => path === infoPath);
  await open('/r/apply#link-1');
  await open('/r/inspections');
  release();
  await settle();
  expect(localStorage.getItem('zy_role')).toBe('shop-9');
  expect(localStorage.getItem('zy_invite')).toBeNull();
  expect(location.pathname).toBe('/r/inspections');
  expect(document.title).toBe('我的稽查');
});

it('leaves who has an account a way back where a link cannot be opened', async () => {
  answerCalls({ [infoPath]: new Error('lost') });
  await open('/r/apply#link-1');
  expect(document.querySelector('h1')!.textContent).toBe('没有打开');
  expect(document.querySelector('.f-back')).toBeNull();
  localStorage.setItem('zy_account', 'token-1');
  await open('/r/apply#link-1');
  expect(document.querySelector('h1')!.textContent).toBe('门店入驻');
  expect(document.querySelector('.f-back')).not.toBeNull();
  answerCalls({ [infoPath]: { ...joined, mine } });
  await press('重新加载');
  expect(text()).toContain('驳回原因');
});
