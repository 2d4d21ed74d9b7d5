import type { FieldFinding } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { beforeAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../../test/answers.ts';
import { holdCalls } from '../../../../test/hold-calls.ts';
import { scanKeys } from '../../../../test/scan-keys.ts';
import { buttonOf, controlOf, press, write } from '../../../../test/phone-page.ts';
import { keepPhotos, takePhoto } from '../../../../test/take-photo.ts';
import { openField } from '../../open-field.tsx';
import { toInspection } from './evidence-draft.ts';
import { sentenceOf } from './finding.tsx';

const code = 'AMNSQ74WBEFWXYME';
const other = 'ANKZM978FKKY9T48';
const queryPath = '/public/role/inspect/query';
const savePath = '/public/role/inspect/save';
const freezePath = '/public/role/freeze';
const draftName = `zy_draft inspector-3 inspect ${code}`;

const finding: FieldFinding = {
  code,
  verdict: 'diverted',
  level: 0,
  life: 1,
  storeName: '青岚明前龙井',
  image: '',
  lotNo: 'L261114-2',
  produceDate: '2026-11-14',
  expireDate: null,
  isExpired: false,
  boxCode: other,
  should: {
    regions: ['四川省 成都市'],
    holderName: '成都锦和商贸',
    number: 'A000127',
    at: '2026-11-20 10:00:00',
    what: '已签收',
  },
  here: { place: '重庆市', at: '2026-11-26 14:32:00', lng: null, lat: null },
  nearShop: '',
  flow: [{ at: '2026-11-20 10:00:00', title: '签收', text: '成都锦和商贸', isOutside: false }],
  mayFreeze: true,
};
const found = (changes: Partial<FieldFinding> = {}) => ({
  code: 200,
  message: 'ok',
  data: { ...finding, ...changes },
});
const refusal = (number: number, message: string) => ({ code: number, message, data: null });

const text = (): string => document.body.textContent ?? '';
/** Types a code into the scanner, which finds no camera here. */
const type = async (typed: string): Promise<void> => {
  document.querySelector<HTMLInputElement>('.f-scan input')!.value = typed;
  document.querySelector('.f-scan form')!.dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
};
const open = async (path = '/r/inspect'): Promise<void> => {
  history.replaceState(null, '', path);
  openField();
  await settle();
};
const savedBodies = (sent: { path: string; body: unknown }[]) =>
  sent.filter(({ path }) => path === savePath).map(({ body }) => body as Record<string, unknown>);

const scrolled = vi.fn<() => void>();
Object.defineProperty(globalThis, 'scrollTo', { value: scrolled, writable: true });
// What comes apart is there as on a quick network.
beforeAll(() => import('../../visits.tsx'));
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('zy_account', 'token-1');
  localStorage.setItem('zy_role', 'inspector-3');
  emptyPage();
});
afterEach(() => vi.unstubAllGlobals());

it('opens the scanner at once, and shows what is to be thought of a code above everything', async () => {
  const sent = answerCalls({ [queryPath]: found({ life: 0 }) });
  await open();
  expect(text()).toContain('扫描货物上的码，核对它是否在授权的区域');
  await type(code);
  expect(document.querySelector('.f-scan')).toBeNull();
  expect(sent).toEqual([{ path: queryPath, body: { code } }]);
  expect(document.title).toBe('疑似窜货');
  expect(document.getElementById('page')!.className).toBe('page on-phone warn has-foot');
  for (const words of [
    '应在四川省 成都市销售，现位于重庆市。',
    '未启用',
    '批号 L261114-2',
    '成都锦和商贸，A000127',
    '11-20 10:00 已签收',
    '未登记门店',
    '1 条记录',
    '0 / 9，至少 1 张',
  ])
    expect(text()).toContain(words);
  await expect.poll(() => document.querySelector('.head > .rosette:first-child')).not.toBeNull();
});

it('shows a code that is none, and goes on to the next', async () => {
  answerCalls({ [queryPath]: refusal(61002, '编码不存在') });
  await open();
  await type('NO-SUCH-CODE');
  expect(document.querySelector('.head h1')!.textContent).toBe('编码不存在');
  expect(document.getElementById('page')!.className).toBe('page on-phone bad has-foot');
  answerCalls({ [queryPath]: found() });
  await press('继续扫码');
  await type(code);
  expect(document.title).toBe('疑似窜货');
});

it('says that no answer came, in the scanner and to who scans with a device of its own', async () => {
  answerCalls({ [queryPath]: new Error('lost') });
  await open();
  await type(code);
  expect(document.querySelector('.f-told')!.textContent).toBe('网络异常，请稍后重试');
  await press('关闭');
  scanKeys(code);
  await settle();
  expect(document.getElementById('toast')!.textContent).toBe('网络异常，请稍后重试');
});

it('shows the later of two codes that are scanned in one moment, in whichever order their answers come', async () => {
  const answers = [found(), found({ code: other, storeName: '后一个' })];
  const sent = answerCalls({
    get [queryPath]() {
      return answers.shift();
    },
  });
  await open();
  await press('关闭');
  const release = holdCalls((_path, body) => body.includes(code));
  scanKeys(code);
  scanKeys(other);
  await settle();
  expect(sent.map(({ body }) => (body as { code: string }).code)).toEqual([code, other]);
  expect(text()).toContain('后一个');
  release();
  await settle();
  expect(text()).toContain('后一个');
  expect(document.querySelectorAll('.head')).toHaveLength(1);
});

it('closes the scanner when a code came from a device of its own', async () => {
  answerCalls({ [queryPath]: found() });
  await open();
  expect(document.querySelector('.f-scan')).not.toBeNull();
  scanKeys(code);
  await settle();
  expect(document.querySelector('.f-scan')).toBeNull();
  expect(document.title).toBe('疑似窜货');
});

it('neither draws nor moves when an answer comes after the screen was left', async () => {
  answerCalls({ [queryPath]: found(), '/public/role/inspect/list': { list: [], total: 0, page: 1, totalPage: 0 } });
  await open();
  const release = holdCalls((path) => path === queryPath);
  await type(code);
  await open('/r/inspections');
  scrolled.mockClear();
  release();
  await settle();
  expect(document.title).toBe('我的稽查');
  expect(scrolled).not.toHaveBeenCalled();
});

it('keeps what was written of a code when its place is asked for again, and says where that fails', async () => {
  const answers: Record<string, unknown> = { [queryPath]: found({ verdict: 'unplaced' }) };
  answerCalls(answers);
  await open();
  await type(code);
  await write('备注', '柜台第二排');
  answers[queryPath] = new Error('lost');
  await press('重新定位');
  expect(document.getElementById('toast')!.textContent).toBe('网络异常，请稍后重试');
  expect(buttonOf('重新定位')!.disabled).toBe(false);
  answers[queryPath] = found();
  await press('重新定位');
  expect(document.title).toBe('疑似窜货');
  expect(controlOf('备注').value).toBe('柜台第二排');
});

it('opens what was kept of a code before, and hands it in once, however often its answer is lost', async () => {
  const kept = { images: ['/media/a.jpg'], opinion: 2, shopName: '老码头茶庄', remark: '柜台' };
  localStorage.setItem(draftName, JSON.stringify(kept));
  const answers: Record<string, unknown> = { [queryPath]: found(), [savePath]: new Error('lost') };
  const sent = answerCalls(answers);
  await open();
  await type(code);
  expect(text()).toContain('1 / 9，至少 1 张');
  expect(document.querySelector('[aria-checked=true]')!.textContent).toBe('窜货');
  await press('提交稽查');
  await press('提交稽查');
  expect(text()).toContain('网络异常，请稍后重试');
  expect(localStorage.getItem(draftName)).not.toBeNull();
  await write('备注', '柜台第二排');
  await press('提交稽查');
  const [first, second, changed] = savedBodies(sent);
  expect(first).toEqual({ code, ...kept, idemKey: expect.any(String) });
  expect(second).toEqual(first);
  expect(changed!.remark).toBe('柜台第二排');
  expect(changed!.idemKey).not.toBe(first!.idemKey);
  answers[savePath] = { id: 1, policeNo: '88' };
  await press('提交稽查');
  expect(savedBodies(sent)[3]).toEqual(changed);
  expect(document.querySelector('.f-sheet')!.textContent).toContain('已生成预警单 88，企业会跟进处理。');
  expect(localStorage.getItem(draftName)).toBeNull();
  answers[queryPath] = found({ storeName: '又一次' });
  await press('继续扫码');
  await type(code);
  expect(text()).toContain('又一次');
  expect(text()).toContain('0 / 9，至少 1 张');
});

it('keeps everything that is chosen and written in one moment', async () => {
  answerCalls({ [queryPath]: found() });
  await open();
  await type(code);
  buttonOf('窜货')!.click();
  await Promise.all([write('售卖场所', '老码头茶庄'), write('备注', '柜台')]);
  expect(JSON.parse(localStorage.getItem(draftName)!)).toEqual({
    images: [],
    opinion: 2,
    shopName: '老码头茶庄',
    remark: '柜台',
  });
});

it('says what is missing one after the other, and takes the cursor there', async () => {
  const sent = answerCalls({ [queryPath]: found() });
  await open();
  await type(code);
  await press('提交稽查');
  expect(text()).toContain('请上传取证照片');
  expect(document.activeElement!.className).toBe('f-add');
  keepPhotos('/media/a.jpg');
  takePhoto();
  await settle();
  await press('提交稽查');
  expect(text()).not.toContain('请上传取证照片');
  expect(text()).toContain('请选择稽查意见');
  expect(document.activeElement!.textContent).toBe('正常');
  await press('假货');
  expect(text()).not.toContain('请选择稽查意见');
  expect(JSON.parse(localStorage.getItem(draftName)!)).toEqual({
    images: ['/media/a.jpg'],
    opinion: 3,
    shopName: '',
    remark: '',
  });
  expect(savedBodies(sent)).toEqual([]);
});

it('keeps a photograph that comes after the screen was left, and shows nothing of an inspection that was handed in by then', async () => {
  const answers: Record<string, unknown> = {
    [queryPath]: found(),
    [savePath]: { id: 1, policeNo: '' },
    '/public/role/inspect/list': { list: [], total: 0, page: 1, totalPage: 0 },
  };
  answerCalls(answers);
  await open();
  await type(code);
  keepPhotos('/media/a.jpg');
  let release = holdCalls((path) => path === '/public/upload/image');
  takePhoto();
  await settle();
  await open('/r/inspections');
  release();
  await settle();
  expect(JSON.parse(localStorage.getItem(draftName)!)).toMatchObject({ images: ['/media/a.jpg'] });
  await open();
  await type(code);
  expect(text()).toContain('1 / 9，至少 1 张');
  await press('正常');
  release = holdCalls((path) => path === savePath);
  await press('提交稽查');
  await open('/r/inspections');
  release();
  await settle();
  expect(document.querySelector('.f-sheet')).toBeNull();
  expect(document.title).toBe('我的稽查');
  expect(document.getElementById('toast')!.textContent).toBe('稽查记录已保存。');
  expect(localStorage.getItem(draftName)).toBeNull();
});

it('sends the place with the photographs and offers the shops near it', async () => {
  vi.stubGlobal('isSecureContext', true);
  const geolocation = {
    getCurrentPosition: (done: (at: object) => void) => done({ coords: { longitude: 106.55, latitude: 29.56 } }),
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  const sent = answerCalls({
    [queryPath]: found(),
    '/public/role/shop/near': [{ id: 5, name: '解放碑茶铺', agentName: '', address: '', metres: 80 }],
  });
  await open();
  await type(code);
  expect(sent[0]!.body).toEqual({ code, lng: 106.55, lat: 29.56 });
  await press('解放碑茶铺 80米');
  expect(controlOf('售卖场所').value).toBe('解放碑茶铺');
  let asked = '';
  globalThis.fetch = async (input) => {
    asked = String(input);
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: { url: '/media/a.jpg' } }));
  };
  takePhoto();
  await settle();
  expect(asked).toBe('/public/upload/image?stamps=1&lng=106.55&lat=29.56');
  Reflect.deleteProperty(navigator, 'geolocation');
});

it('freezes a box once, however often the answer is lost, and shows how the code stands then', async () => {
  const answers: Record<string, unknown> = { [queryPath]: found(), [freezePath]: new Error('lost') };
  const sent = answerCalls(answers);
  await open();
  await type(code);
  await press('冻结');
  await press('冻结');
  expect(text()).toContain('请输入冻结原因');
  expect(document.activeElement!.getAttribute('aria-label')).toBe('冻结原因');
  await press('所在箱及箱内');
  await write('冻结原因', '疑似窜货');
  await press('冻结');
  Object.assign(answers, { [freezePath]: { count: 24 }, [queryPath]: found({ life: 3 }) });
  await press('冻结');
  const [first, second] = sent.filter(({ path }) => path === freezePath).map(({ body }) => body);
  expect(first).toMatchObject({ code, scope: 'box', reason: '疑似窜货' });
  expect(second).toEqual(first);
  expect(document.querySelector('.f-sheet')).toBeNull();
  expect(document.getElementById('toast')!.textContent).toBe('已冻结 24 个码');
  expect(document.querySelector('.f-life')!.textContent).toBe('已冻结');
  expect(buttonOf('冻结')).toBeUndefined();
});

it('stays with the next code where the former one is frozen meanwhile', async () => {
  const answers: Record<string, unknown> = {
    [queryPath]: found(),
    [freezePath]: { count: 1 },
    [savePath]: { id: 1, policeNo: '' },
  };
  const sent = answerCalls(answers);
  localStorage.setItem(draftName, JSON.stringify({ images: ['/media/a.jpg'], opinion: 1, shopName: '', remark: '' }));
  await open();
  await type(code);
  await press('冻结');
  await write('冻结原因', '疑似窜货');
  const release = holdCalls((path) => path === freezePath);
  await press('冻结');
  await press('取消');
  await press('提交稽查');
  await press('继续扫码');
  release();
  await settle();
  expect(document.title).toBe('扫码稽查');
  expect(sent.filter(({ path }) => path === queryPath)).toHaveLength(1);
});

it('says in a sentence what is to be thought of a code', () => {
  const { should } = finding;
  const anywhere = { ...should, regions: [] };
  expect(sentenceOf({ ...finding, verdict: 'matches' })).toBe('授权在四川省 成都市销售，与现在位置相符。');
  expect(sentenceOf({ ...finding, verdict: 'matches', should: anywhere })).toBe('该经销商不限销售区域。');
  expect(sentenceOf({ ...finding, verdict: 'shop' })).toBe('货物在 成都锦和商贸 名下，就在附近。');
  expect(sentenceOf({ ...finding, verdict: 'unshipped' })).toBe('该货物没有发给任何经销商或门店。');
  expect(sentenceOf({ ...finding, verdict: 'unplaced' })).toBe('应在四川省 成都市销售，定位后判断。');
  expect(sentenceOf({ ...finding, verdict: 'unplaced', should: anywhere })).toBe('没有位置，不作判断。');
});

it('needs photographs and an opinion of a code, whatever else was written', () => {
  const draft = { images: ['/media/a.jpg'], opinion: 1 as const, shopName: '', remark: '柜台' };
  expect(toInspection(code, { ...draft, images: [] }, null)).toEqual({ lacks: 'images' });
  expect(toInspection(code, { ...draft, opinion: undefined }, null)).toEqual({ lacks: 'opinion' });
  expect(toInspection(code, draft, { lng: 1, lat: 2 })).toEqual({ inspection: { code, ...draft, lng: 1, lat: 2 } });
});
