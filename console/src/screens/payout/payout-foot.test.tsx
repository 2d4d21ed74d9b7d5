import { BillState, Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi, type RedInfo } from '@zhuiyuan/contract/payout/red-info';
import { afterEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { PayoutFoot } from './payout-foot.tsx';

const refusal = '渠道查询没有结果，请稍后再试';
const payout = {
  id: 7,
  amount: 120_000,
  status: Delivery.SENDING,
  hold: false,
  isClosed: false,
  billState: BillState.wait,
  createdBy: null,
  attempts: [],
} as unknown as RedInfo;

afterEach(async () => {
  await clear();
  session.set(undefined);
});

it('says why a payout was refused in the bar over the buttons, and nowhere else', async () => {
  session.set({ permissions: new Set(['*:*:*']), admin: { id: 1 } } as unknown as Session);
  answer(({ pathname }) =>
    pathname.endsWith(redInfoApi.sync.path) ? { code: 62003, message: refusal, data: null } : { data: null },
  );
  const box = await render(<PayoutFoot payout={payout} />);
  await click(byText('查询状态', box)?.closest('button'));
  await until(() => box.querySelector('[role="alert"]') !== null);
  expect(box.querySelector('[role="alert"]')?.textContent).toBe(refusal);
  expect(document.body.textContent.split(refusal)).toHaveLength(2);
});
