import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { afterEach, describe, expect, it } from 'vitest';
import { address, answer, byText, clear, click, render, sized, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { ClaimList } from './claim-list.tsx';
import type { ClaimRow } from './won-text.ts';

const row = (more: Partial<ClaimRow>): ClaimRow =>
  ({
    id: 1,
    firmId: 1,
    firmName: '青岚',
    claimNo: 'C0000000000000001',
    drawNo: 'D0000000000000001',
    codeText: '',
    activityId: 1,
    activityName: '开盖有奖',
    tierName: '一等奖',
    prizeName: '现金红包',
    prizeType: PrizeType.cash,
    amount: 500,
    points: 0,
    uid: 552,
    consumer: '用户***552',
    collectText: '',
    claimMode: 0,
    status: ClaimStatus.claimed,
    busy: 0,
    hold: false,
    closeText: '',
    delivery: 'RECEIVED',
    payoutNo: 'FF000000000007',
    shopName: '',
    verTail: '',
    redeemNo: '',
    region: '',
    drawnAt: '2026-11-20 10:00:00',
    claimedAt: null,
    expireAt: '2026-12-20 10:00:00',
    createTime: '2026-11-20 10:00:00',
    ...more,
  }) as ClaimRow;

const show = async (of: ClaimRow, permissions: readonly string[]) => {
  session.set({ permissions: new Set(permissions), admin: { id: 1, firmId: 1 } } as unknown as Session);
  answer((url) =>
    url.pathname.endsWith(claimApi.sums.path)
      ? { data: { won: 1, claimed: 1, open: 0, closed: 0, amount: 500 } }
      : url.pathname.endsWith(claimApi.list.path)
        ? { data: { list: [of], total: 1, page: 1, limit: 20, totalPage: 1 } }
        : { data: [] },
  );
  await render(<ClaimList />, '/lottery/ai/markCode/receiveDetailed');
  await until(() => byText('详情') !== undefined);
};
const everything = [String(claimApi.list.may), String(redInfoApi.list.may)];

describe('the payout of a claim', { timeout: 60_000 }, () => {
  sized();
  afterEach(async () => {
    await clear();
    session.set(undefined);
  });

  it('is one step away from what was won in cash', async () => {
    await show(row({}), everything);
    await click(byText('红包记录'));
    expect(address()).toBe('/lottery/redInfoManager?keywords=FF000000000007');
  });

  it('cannot be opened before there is one, and says so', async () => {
    await show(row({ delivery: null, payoutNo: '', status: ClaimStatus.closed }), everything);
    expect(byText('红包记录')?.getAttribute('aria-description')).toBe('还没有发放红包');
  });

  it('is offered neither for goods nor to who may not read payouts', async () => {
    await show(row({ prizeType: PrizeType.goods, payoutNo: '' }), everything);
    expect(byText('红包记录')).toBeUndefined();
    await clear();
    await show(row({}), [String(claimApi.list.may)]);
    expect(byText('红包记录')).toBeUndefined();
  });
});
