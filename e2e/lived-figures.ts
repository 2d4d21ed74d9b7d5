import type { Browser } from '@playwright/test';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { metrics, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { cash, stock, type Campaign, type Lived, type Told } from './lived-world.ts';
import { bind, openPhone } from './phone.ts';
import { inParallel } from './shopper.ts';
import { expect } from './world.ts';

export type Figures = Partial<Record<MetricCode, number>>;

export const wins = (draws: Told['draws'], ...kinds: number[]) =>
  draws.filter(({ prize }) => kinds.includes(prize.type));
const people = (lived: readonly Lived[], has: (one: Lived) => boolean) => lived.filter(has).length;

/** A number as cards write it. */
export const written = (code: MetricCode, value: number): string => {
  const { kind, unit } = metrics[code];
  const grouped = (digits: number, number: number) =>
    number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${kind === 'money' ? grouped(2, value / 100) : grouped(0, value)}${unit}`;
};

/** The winners of money take it, some of the winners of goods fetch or are sent theirs. */
export const receive = async (
  { ask, calls, shopId, shop, names, firmId }: Campaign,
  browser: Browser,
  lived: readonly Lived[],
) => {
  const won = lived.flatMap(({ phone, draws }) => draws.map((drawn) => ({ phone, drawn })));
  const ofKind = (kind: number, mode?: number) =>
    won.filter(
      ({ drawn: { prize, claim } }) => prize.type === kind && (mode === undefined || claim!.claimMode === mode),
    );
  const [paid, fetched, posted] = [
    ofKind(PrizeType.cash),
    ofKind(PrizeType.goods, ClaimMode.shop),
    ofKind(PrizeType.goods, ClaimMode.post),
  ];
  const paying = inParallel(paid, 12, ({ phone, drawn }) => phone.takeCash(drawn.claim!.claimNo));

  // The first is handed out on the page of the counter, the others by what it calls; the last stays away.
  const { page: till, problems } = await openPhone(browser);
  const bound = await calls.get<{ page: string; bindToken: string }>('shop/bind/qrcode', { id: shopId });
  await bind(till, `${bound.page}#${bound.bindToken}`, shop);
  const handed = fetched.slice(0, -1);
  for (const [at, { phone, drawn }] of handed.entries()) {
    const { verCode } = await phone.prize(drawn.claim!.claimNo);
    if (at === 0) {
      await till.goto('/r/redeem');
      await till.getByRole('button', { name: '输入' }).click();
      await till.getByRole('textbox', { name: '核销码' }).fill(verCode);
      await till.getByRole('button', { name: '查询' }).click();
      await expect(till.getByText(names.shop)).toBeVisible();
      await till.getByRole('button', { name: '核销', exact: true }).click();
      await expect(till.getByText('+15.00 元')).toBeVisible();
      continue;
    }
    const answer = await till.evaluate(
      async ([code, role]) =>
        (
          await fetch('/public/shop/ver/confirm', {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-consumer-token': localStorage.getItem('zy_account')!,
              'x-role': role!,
            },
            body: JSON.stringify({ verCode: code }),
          })
        ).json(),
      [verCode, `shop-${shopId}`],
    );
    expect(answer).toMatchObject({ code: 200 });
  }
  expect(problems).toEqual([]);
  await till.context().close();

  await inParallel(posted, 6, async ({ phone, drawn }) => void (await phone.sendHome(drawn.claim!.claimNo)));
  const { list } = await ask<{ list: { id: number }[] }>('GET', '/admin/lottery/redeem/list', { firmId, limit: 100 });
  expect(list).toHaveLength(posted.length);
  const sent = list.slice(0, 2).map(({ id }) => id);
  await ask('POST', '/admin/lottery/redeem/audit', { ids: sent, pass: true, remark: '' });
  for (const [at, id] of sent.entries())
    await ask('POST', '/admin/lottery/redeem/ship', { id, shipCompany: '顺丰速运', shipNo: `SF99000${id}${at}` });
  await paying;
  return { paid: paid.length, handed: handed.length, posted: posted.length, sent: sent.length };
};
type Received = Awaited<ReturnType<typeof receive>>;

/** What each statistics screen of campaigns over codes has to say, from what the shoppers counted. */
export const expectedOf = (
  { lived, told, received }: { lived: readonly Lived[]; told: Told; received: Received },
  { atDealer }: Campaign,
): Record<Exclude<StatName, 'interact'>, Figures> => {
  const { draws } = told;
  const won = draws.filter(({ prize }) => prize.type !== PrizeType.none);
  const winAmount = wins(draws, PrizeType.cash).length * cash.amount;
  const points = wins(draws, PrizeType.points).length * cash.points;
  const costAmount = received.handed * cash.shopCost + received.sent * cash.postCost;
  const winners = people(lived, (one) => one.draws.some(({ prize }) => prize.type !== PrizeType.none));
  const holders = people(lived, (one) => wins(one.draws, PrizeType.points).length > 0);
  const all = Object.values(stock).reduce((sum, count) => sum + count, 0);
  const scanned = { scanUv: lived.length, scanAnon: told.anonymous };
  return {
    consumer: { freshUv: lived.length, ...scanned, partUv: lived.length, winUv: winners, allUv: lived.length },
    terminal: {
      shopsAll: 1,
      shopsActive: 1,
      shopScan: told.shopScans,
      verCnt: received.handed,
      unpackCnt: 0,
      unpackAmount: 0,
    },
    scan: {
      scanPv: told.scans,
      ...scanned,
      scanFirst: told.firsts,
      scanInvalid: 0,
      codesActive: 230,
    },
    act: {
      actsRunning: 1,
      partUv: lived.length,
      drawCnt: draws.length,
      winCnt: won.length,
      winAmount,
      paidAmount: received.paid * cash.amount,
    },
    user: { salesmen: 1, salesmanFirst: told.firsts, verCnt: received.handed, members: lived.length },
    prize: {
      stockTotal: all,
      stockIssued: won.length,
      stockRemain: all - won.length,
      winCnt: won.length,
      verCnt: received.handed,
      costAmount,
    },
    cross: { crossCode: told.crossed, crossAgents: 1, crossCities: 1, crossConfirmed: told.crossed - 1 },
    unpack: { unpackCnt: 0, unpackShops: 0, unpackAmount: 0 },
    integral: { pointIssue: points, pointUsed: 0, pointNet: points, pointBalance: points, pointHolders: holders },
    exchange: {
      exchCnt: received.posted,
      exchCost: received.sent * cash.postCost,
      exchWaiting: received.posted - received.sent,
      exchToShip: 0,
    },
    dealer: {
      agentsAll: 1,
      agentsActive: 1,
      agentShip: atDealer.length,
      verAmount: received.handed * cash.deduct,
      crossCode: told.crossed,
    },
  };
};
