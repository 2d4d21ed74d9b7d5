import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { Posting } from '@zhuiyuan/contract/claim/public-redeem';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { prizeDetail } from '../../../test/draws.ts';
import { openPlay } from '../open-play.ts';

const base = '/public/lottery';
const page = () => document.getElementById('play')!;
const text = (): string => page().textContent ?? '';
const button = (words: string): HTMLButtonElement =>
  [...page().querySelectorAll('button')].find((one) => one.textContent === words)!;
const post = { claimMode: 3, verCode: '', shops: [] };

let answers: Record<string, unknown>;
let sent: { path: string; body: unknown }[];
const asked = (path: string) => sent.filter((one) => one.path === base + path);

const posting = (order: object | null = null, canPost = order === null) =>
  Posting.parse({
    claimNo: 'P',
    canPost,
    order: order && {
      redeemNo: 'R2026112600000001',
      status: RedemptionStatus.waiting,
      receiver: '林知夏',
      phone: '138****5678',
      regionName: '浙江省杭州市西湖区',
      address: '龙井路18号',
      shipCompany: '',
      shipNo: '',
      reason: '',
      createTime: '2026-11-22 11:00:00',
      shippedAt: null,
      finishedAt: null,
      canCancel: true,
      ...order,
    },
  });

let serial = 0;
/** Opens a prize, a new one each time: what was seen of another is kept. */
const open = async (won: Parameters<typeof prizeDetail>[0], posted: Posting): Promise<void> => {
  const claimNo = `P${(serial += 1)}`;
  answers[`${base}/my/prize`] = prizeDetail({ ...won, claimNo });
  answers[`${base}/redeem/info`] = { ...posted, claimNo };
  history.replaceState(null, '', `/trace#prize/${claimNo}`);
  openPlay(null);
  await settle();
  await vi.dynamicImportSettled();
  await settle();
};

const type = (label: string, value: string): void => {
  const control = [...page().querySelectorAll<HTMLInputElement>('.field')].find(
    (one) => one.querySelector('label')?.textContent === label,
  )!;
  control.querySelector<HTMLInputElement>('.input')!.value = value;
};

const choose = async (step: number, code: string): Promise<void> => {
  const select = page().querySelectorAll<HTMLSelectElement>('.p-region select')[step]!;
  select.value = code;
  select.dispatchEvent(new Event('change'));
  await settle();
};

// What comes apart is there as on a quick network.
beforeAll(() => import('./mine.tsx'));
beforeEach(() => {
  emptyPage();
  vi.stubGlobal('scrollTo', () => undefined);
  answers = {
    [`${base}/region/list`]: [
      { code: '330106', name: '西湖区', hasChildren: false },
      { code: '330000', name: '浙江省', hasChildren: true },
    ],
    [`${base}/redeem`]: { redeemNo: 'R2026112600000001', status: 0 },
    [`${base}/redeem/cancel`]: { redeemNo: 'R2026112600000001', status: 1 },
    [`${base}/claim/collect`]: null,
  };
  sent = answerCalls(answers);
});

it('a prize by post asks where to, says what is missing, and sends it once', async () => {
  await open(post, posting());
  expect(text()).toContain('填写收货信息');
  button('提交收货信息').click();
  await settle();
  expect(text()).toContain('请输入收货人');
  expect(text()).toContain('请选择所在地区');
  expect(asked('/redeem')).toEqual([]);
  type('收货人', '林知夏');
  type('手机号', '123');
  type('详细地址', '龙井路18号');
  await choose(0, '330000');
  expect(page().querySelectorAll('.p-region select')).toHaveLength(2);
  await choose(1, '330106');
  button('提交收货信息').click();
  await settle();
  expect(text()).toContain('手机号格式不正确');
  type('手机号', '13812345678');
  answers[`${base}/redeem/info`] = posting({}, false);
  button('提交收货信息').click();
  await settle();
  await settle();
  expect(asked('/redeem').map(({ body }) => body)).toEqual([
    {
      claimNo: expect.stringMatching(/^P\d+$/),
      receiver: '林知夏',
      phone: '13812345678',
      regionCode: '330106',
      address: '龙井路18号',
    },
  ]);
  expect(text()).toContain('等待审核');
});

it('tells company and number once it is shipped, and offers no cancelling then', async () => {
  const order = {
    status: RedemptionStatus.passed,
    shipCompany: '顺丰速运',
    shipNo: 'SF1234567890123',
    shippedAt: '2026-11-23 09:00:00',
    canCancel: false,
  };
  await open({ ...post, isPosted: true }, posting(order, false));
  expect(page().querySelector('h1')?.textContent).toBe('邮寄进度');
  expect(text()).toContain('顺丰速运');
  expect(text()).toContain('SF1234567890123');
  expect(text()).not.toContain('还剩');
  expect(button('取消邮寄')).toBeUndefined();
  await open(
    { ...post, status: ClaimStatus.claimed, claimedAt: '2026-11-25 10:00:00' },
    posting({ ...order, status: RedemptionStatus.finished, finishedAt: '2026-11-25 10:00:00' }, false),
  );
  expect(text()).toContain('已送达');
});

it('is cancelled at the second tap', async () => {
  await open({ ...post, isPosted: true }, posting({}, false));
  button('取消邮寄').click();
  await settle();
  expect(asked('/redeem/cancel')).toEqual([]);
  answers[`${base}/redeem/info`] = posting({ status: RedemptionStatus.closed, reason: '用户取消' }, true);
  answers[`${base}/my/prize`] = prizeDetail({ ...post, claimNo: 'P' });
  button('确定取消邮寄？').click();
  await settle();
  await settle();
  expect(asked('/redeem/cancel')[0]!.body).toEqual({ redeemNo: 'R2026112600000001' });
  expect(text()).toContain('提交收货信息');
  expect(text()).not.toContain('用户取消');
});

it('a prize shops hand out is switched behind a warning; why it was rejected before is told', async () => {
  await open({ alsoPost: true }, posting({ status: RedemptionStatus.rejected, reason: '地址不完整' }, true));
  expect(text()).toContain('7K3M');
  expect(text()).toContain('上次提交未通过审核：地址不完整');
  button('改为邮寄').click();
  await settle();
  expect(text()).toContain('改为邮寄后核销码失效');
  button('取消').click();
  await settle();
  expect(text()).not.toContain('改为邮寄后核销码失效');
  await open({ alsoPost: false }, posting(null, true));
  expect(button('改为邮寄')).toBeUndefined();
});

it('asks a winner who he is before his code is shown', async () => {
  const fields = [
    { key: 'name' as const, required: true },
    { key: 'birth' as const, required: false },
  ];
  await open(
    { needCollect: true, verCode: '', collectFields: fields, collectReason: '开具凭证' },
    posting(null, false),
  );
  expect(text()).toContain('用途：开具凭证');
  button('提交').click();
  await settle();
  expect(text()).toContain('请填写姓名');
  type('姓名', '林知夏');
  answers[`${base}/my/prize`] = prizeDetail();
  button('提交').click();
  await settle();
  await vi.dynamicImportSettled();
  await settle();
  expect(asked('/claim/collect')[0]!.body).toMatchObject({ collect: { name: '林知夏', birth: '' } });
  expect(text()).toContain('7K3M');
});

it('has one list of cities, those of the province that was chosen last', async () => {
  answers[`${base}/region/list`] = [
    { code: '330000', name: '浙江省', hasChildren: true },
    { code: '510000', name: '四川省', hasChildren: true },
  ];
  await open(post, posting());
  const select = (): HTMLSelectElement[] => [...page().querySelectorAll<HTMLSelectElement>('.p-region select')];
  const releases: (() => void)[] = [];
  const answered = globalThis.fetch;
  const cities: Record<string, string> = { 330000: '杭州市', 510000: '成都市' };
  globalThis.fetch = async (input, init) => {
    const pid = /pid=(\d+)/.exec(String(input))?.[1];
    if (!pid) return answered(input, init);
    await new Promise<void>((resolve) => releases.push(resolve));
    const data = [{ code: `${pid.slice(0, 2)}0100`, name: cities[pid], hasChildren: false }];
    return new Response(JSON.stringify({ code: 200, message: 'ok', data }));
  };
  for (const code of ['330000', '510000']) {
    select()[0]!.value = code;
    select()[0]!.dispatchEvent(new Event('change'));
  }
  // The one that was asked for first answers last.
  for (const release of releases.reverse()) {
    release();
    await settle();
  }
  expect(select()).toHaveLength(2);
  expect(select()[1]!.textContent).toBe('城市成都市');
});

it('says which fields the server refuses, and sends again what was mended', async () => {
  await open(post, posting());
  type('收货人', '林知夏');
  type('手机号', '13812345678');
  type('详细地址', '龙井路18号');
  await choose(0, '330106');
  answers[`${base}/redeem`] = {
    code: 400,
    message: '详细地址不正确',
    data: { fields: [{ field: 'address', message: '详细地址不正确' }] },
  };
  button('提交收货信息').click();
  await settle();
  const wrong = page().querySelector<HTMLTextAreaElement>('[aria-invalid=true]')!;
  expect(wrong.tagName).toBe('TEXTAREA');
  expect(document.getElementById(wrong.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent).toBe(
    '详细地址不正确',
  );
  expect(wrong.value).toBe('龙井路18号');
  type('详细地址', '龙井路18号3幢');
  answers[`${base}/redeem`] = { redeemNo: 'R1', status: 0 };
  answers[`${base}/redeem/info`] = posting({}, false);
  button('提交收货信息').click();
  await settle();
  await settle();
  expect(asked('/redeem').map(({ body }) => (body as { address: string }).address)).toEqual([
    '龙井路18号',
    '龙井路18号3幢',
  ]);
  expect(text()).toContain('等待审核');
});
