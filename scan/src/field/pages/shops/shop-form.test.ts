import { beforeAll, beforeEach, expect, it } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { controlOf, faultOf, press, write } from '../../../../test/phone-page.ts';
import { keepPhotos, takePhoto } from '../../../../test/take-photo.ts';
import { openField } from '../../open-field.tsx';
import { blankShop, faultsOf, shopWords } from './shop-draft.ts';

const savePath = '/public/role/shop/save';
const regionPath = '/public/role/region/list';
const agent = { id: 12, agentNo: 'A000127', name: '成都锦和商贸', contact: '', regionName: '四川省成都市' };
const known: Record<string, unknown> = {
  '/public/role/agent/list': { list: [agent], total: 1, page: 1, limit: 20, totalPage: 1 },
  [regionPath]: [{ code: '510000', name: '四川省', hasChildren: true }],
};
const labels = ['门店名称', '门店类型', '所属经销商', '联系人', '联系电话', '所在地区', '详细地址'];

const text = (): string => document.body.textContent ?? '';
const open = async (path = '/r/shops/new'): Promise<void> => {
  history.replaceState(null, '', path);
  openField();
  await settle();
};
const row = async (words: string): Promise<void> => {
  [...document.querySelectorAll<HTMLButtonElement>('.f-sheet .f-row')]
    .find((one) => one.textContent.includes(words))!
    .click();
  await settle();
};
const pickRegion = async (answers: Record<string, unknown>): Promise<void> => {
  controlOf('所在地区').click();
  await settle();
  Object.assign(answers, { [regionPath]: [{ code: '510104', name: '锦江区', hasChildren: false }] });
  await row('四川省');
  expect(document.querySelector('.f-sheet .f-text')!.textContent).toBe('四川省');
  await row('锦江区');
};
const fill = async (answers: Record<string, unknown>): Promise<void> => {
  await write('门店名称', '巷口茶铺');
  await write('门店类型', '2');
  controlOf('所属经销商').click();
  await settle();
  await row(agent.name);
  await write('联系人', '何店长');
  await write('联系电话', ' 13912345678 ');
  await pickRegion(answers);
  await write('详细地址', '春熙路 1 号');
};
const saved = (sent: { path: string; body: unknown }[]) =>
  sent.filter(({ path }) => path === savePath).map(({ body }) => body as Record<string, unknown>);

Object.defineProperty(globalThis, 'scrollTo', { value: () => undefined, writable: true });
// What comes apart is there as on a quick network.
beforeAll(() => import('../../visits.tsx'));
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'salesman-4');
  emptyPage();
});

it('says of every field at once what is wrong with it, and takes the cursor to the first', async () => {
  const sent = answerCalls(known);
  await open();
  expect(text()).toContain('未取得定位');
  await press('提交');
  expect(labels.map(faultOf)).toEqual([
    '请输入门店名称',
    '请选择门店类型',
    '请选择所属经销商',
    '请输入联系人',
    '请输入联系电话',
    '请选择所在地区',
    '请输入详细地址',
  ]);
  expect(document.activeElement).toBe(controlOf('门店名称'));
  expect(controlOf('所在地区').getAttribute('aria-invalid')).toBe('true');
  expect(saved(sent)).toEqual([]);
});

it('clears what was wrong with a choice when it is made, and the rest with the next try', async () => {
  const answers = { ...known };
  answerCalls(answers);
  await open();
  await press('提交');
  await pickRegion(answers);
  expect(controlOf('所在地区').textContent).toBe('四川省锦江区');
  expect(faultOf('所在地区')).toBe('');
  expect(controlOf('所在地区').getAttribute('aria-invalid')).toBeNull();
  await write('门店名称', '巷');
  expect(faultOf('门店名称')).toBe('请输入门店名称');
  await write('联系人', '何店长');
  await press('提交');
  expect(faultOf('门店名称')).toBe('门店名称至少2个字');
  expect(faultOf('联系人')).toBe('');
});

it('sends a shop once, however often its answer is lost, and another when it was changed', async () => {
  const answers = { ...known, [savePath]: new Error('lost') as unknown };
  const sent = answerCalls(answers);
  await open();
  await fill(answers);
  keepPhotos('/media/door.jpg');
  takePhoto();
  await settle();
  await press('提交');
  await press('提交');
  expect(text()).toContain('网络异常，请稍后重试');
  await write('联系人', '何敏');
  answers[savePath] = { id: 9 };
  await press('提交');
  const [first, second, third] = saved(sent);
  expect(first).toEqual({
    name: '巷口茶铺',
    shopType: 2,
    agentId: 12,
    contact: '何店长',
    phone: '13912345678',
    regionCode: '510104',
    address: '春熙路 1 号',
    doorImage: '/media/door.jpg',
    idemKey: expect.any(String),
  });
  expect(second).toEqual(first);
  expect(third!.contact).toBe('何敏');
  expect(third!.idemKey).not.toBe(first!.idemKey);
  expect(document.getElementById('toast')!.textContent).toBe('提交成功，等待审核');
  expect(location.pathname).toBe('/r/shops');
});

it('waits for a photograph that is under way, and does not lead away from where one went meanwhile', async () => {
  const answers = { ...known, [savePath]: { id: 9 } as unknown };
  const sent = answerCalls(answers);
  await open();
  await fill(answers);
  keepPhotos('/media/door.jpg');
  let release = holdCalls((path) => path === '/public/upload/image');
  takePhoto();
  await press('提交');
  expect(text()).toContain('照片上传中，请稍候');
  expect(saved(sent)).toEqual([]);
  release();
  await settle();
  release = holdCalls((path) => path === savePath);
  await press('提交');
  await open('/r/inspections');
  release();
  await settle();
  expect(saved(sent)).toHaveLength(1);
  expect(document.getElementById('toast')!.textContent).toBe('提交成功，等待审核');
  expect(location.pathname).toBe('/r/inspections');
});

it('stays with the region that was tapped last', async () => {
  const answers: Record<string, unknown> = {
    ...known,
    [regionPath]: [
      { code: '510000', name: '四川省', hasChildren: true },
      { code: '500000', name: '重庆市', hasChildren: true },
    ],
  };
  answerCalls(answers);
  await open();
  controlOf('所在地区').click();
  await settle();
  let isFirst = true;
  const release = holdCalls((path) => path === regionPath && isFirst);
  await row('四川省');
  isFirst = false;
  await row('重庆市');
  release();
  await settle();
  expect(document.querySelector('.f-sheet .f-text')!.textContent).toBe('重庆市');
});

it('judges a shop by the fields its form has', () => {
  const shop = {
    ...blankShop,
    name: '巷口茶铺',
    shopType: 2,
    contact: '何店长',
    phone: '1391234567',
    regionCode: '510104',
    address: '春熙路',
  };
  expect(faultsOf(['name', 'shopType', 'contact', 'phone', 'regionCode', 'address'], shop)).toEqual({
    phone: '手机号格式不正确',
  });
  expect(faultsOf(['agentId', 'licenseNo'], { ...shop, licenseNo: '91330100' })).toEqual({
    agentId: '请选择所属经销商',
    licenseNo: '统一社会信用代码格式不正确',
  });
  expect(faultsOf(['licenseNo'], { ...shop, licenseNo: ' 91330100ma2abcde1r ' })).toEqual({});
  expect(shopWords(shop)).not.toHaveProperty('agentId');
});
