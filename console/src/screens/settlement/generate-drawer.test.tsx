import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, byText, clear, click, render, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { GenerateDrawer, useGenerate } from './generate-drawer.tsx';

const Desk = () => {
  const draft = useGenerate(PayeeKind.shop);
  return (
    <>
      <button onClick={() => draft.open()}>生成结算单</button>
      <GenerateDrawer kind={PayeeKind.shop} draft={draft} />
    </>
  );
};

const shop = {
  id: 7,
  name: '玉林店',
  agentName: '',
  verCnt: 1,
  shopCnt: 1,
  ductAmount: 2600,
  offset: 0,
  rewardAmount: 0,
  amount: 2600,
  channel: 'bank',
  account: '',
  isPayable: true,
};

const open = async (list: (typeof shop)[]) => {
  const sum = { count: list.length, amount: list.reduce((all, { amount }) => all + amount, 0), unpayable: 0 };
  answer((url) =>
    url.pathname.endsWith(remitApi.preview.path)
      ? { data: { list, total: list.length, page: 1, limit: 20, totalPage: 1, sum } }
      : { data: url.pathname.endsWith(remitApi.summary.path) ? { dueFrom: '2026-11-01' } : [] },
  );
  await render(<Desk />);
  await click(byText('生成结算单'));
  await until(() => byText(list[0]?.name ?? '这段时间没有可结算的金额') !== undefined);
};
const make = () => byText('生成')?.closest('button');

describe('生成结算单', { timeout: 60_000 }, () => {
  beforeEach(() => session.set({ permissions: new Set(), admin: { id: 1, firmId: 1 } } as unknown as Session));
  afterEach(async () => {
    await clear();
    session.set(undefined);
  });

  it('makes nothing of nothing, and says why', async () => {
    await open([]);
    await until(() => make()?.disabled === true);
    expect(make()?.disabled).toBe(true);
    expect(byText('没有可结算的金额，请换一个结算周期或收款方')).toBeDefined();
  });

  it('makes what is due', async () => {
    await open([shop]);
    expect(make()?.disabled).toBe(false);
    expect(byText('没有可结算的金额，请换一个结算周期或收款方')).toBeUndefined();
  });
});
