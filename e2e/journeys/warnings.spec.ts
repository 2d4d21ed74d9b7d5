import { readFile } from 'node:fs/promises';
import { makeCoded } from '../campaign-world.ts';
import { chongqing } from '../phone.ts';
import { callAs, consoleOf, expect, hurry, ownName, signInByCall, test } from '../world.ts';

interface Event {
  id: number;
  eventNo: string;
  title: string;
  hitCount: number;
}

/** How long a warning may take: rules are judged twice a minute, and look at what is half a minute old. */
const warned = { timeout: 100_000, intervals: [1000] };

test('goods asked about outside their dealer’s region raise a warning that is taken, judged and handled with evidence', async ({
  adminPage: page,
  request,
}) => {
  test.setTimeout(240_000);
  const token = await signInByCall(request);
  const { post } = await consoleOf(request);
  const { firmId, codes } = await makeCoded(request, '窜货', 3);
  const dealer = ownName('成都锦和商贸');
  const { id: agentId } = await post<{ id: number }>('agent/save', {
    firmId,
    name: dealer,
    agentType: 3,
    contact: '周明远',
    phone: `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    regionCode: '510104',
    regions: ['510100'],
    address: '武兴四路 166 号',
  });
  const head = { firmId, toKind: 1, toId: agentId };
  await post('deliver/scan/save', { head, lines: codes.map((code) => ({ code })) });

  await test.step('three shoppers ask in another city', async () => {
    for (const [nth, code] of codes.entries()) {
      const scanned = await request.post(`${process.env.E2E_URL}/api/public/trace/scan`, {
        data: { code, deviceId: ownName(`phone${nth}`) },
      });
      const { data } = (await scanned.json()) as { data: { token: string } };
      const located = await request.post(`${process.env.E2E_URL}/api/public/trace/geo`, {
        data: { token: data.token, lng: chongqing.longitude, lat: chongqing.latitude },
      });
      expect(await located.json()).toMatchObject({ code: 200 });
    }
  });

  const eventOf = async () => {
    await hurry('cross-by-address', 'policeScan');
    const found = { keywords: dealer };
    return (await callAs<{ list: Event[] }>(request, token, 'GET', '/admin/lottery/police/event/list', found)).data
      .list[0];
  };
  await expect.poll(eventOf, warned).toMatchObject({ hitCount: 3 });
  const event = (await eventOf())!;
  expect(event.title).toBe(`经销商${dealer}的产品在重庆市被扫码3件，疑似窜货`);

  await page.goto(`/lottery/policeManager?keywords=${encodeURIComponent(dealer)}`);
  await page
    .getByRole('button', { name: event.title })
    .or(page.getByRole('link', { name: event.title }))
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: /预警详情/ });
  await expect(drawer.getByRole('heading', { name: event.title })).toBeVisible();
  await expect(drawer.getByText('授权区域外')).toBeVisible();
  await expect(drawer.getByText(/距授权区域最近 \d+ 公里/)).toBeVisible();

  await test.step('a clerk takes it and judges hit by hit', async () => {
    await drawer.getByRole('button', { name: '受理', exact: true }).click();
    await expect(page.getByText('已受理')).toBeVisible();
    await expect(drawer.getByRole('button', { name: '受理', exact: true })).toHaveCount(0);
    await drawer.getByRole('button', { name: '排除', exact: true }).first().click();
    await expect(drawer.getByText('已排除')).toBeVisible();
    await drawer.getByRole('button', { name: '确认', exact: true }).first().click();
    await expect(drawer.getByText('已确认')).toBeVisible();
  });

  await test.step('the evidence is taken along', async () => {
    const fetched = page.waitForEvent('download');
    await drawer.getByRole('button', { name: '导出证据' }).click();
    const download = await fetched;
    expect(download.suggestedFilename()).toBe(`预警证据-${event.eventNo}.pdf`);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('handled: what is ticked is done with it', async () => {
    await drawer.getByRole('button', { name: '处理', exact: true }).click();
    const form = page.getByRole('dialog', { name: '处理预警' });
    await form.getByRole('radio', { name: '窜货成立' }).check();
    await form.getByRole('textbox', { name: '说明' }).fill('同一批货流入重庆，已要求收回。');
    await form.getByRole('checkbox', { name: '冻结 2 个码' }).check();
    await form.getByRole('button', { name: '确定' }).click();
    await expect(drawer.getByText('已处理').first()).toBeVisible();
  });

  const { data: hits } = await callAs<{ list: { code: string; confirmed: number }[] }>(
    request,
    token,
    'GET',
    '/admin/lottery/police/event/hits',
    { id: event.id },
  );
  expect(hits.list.map(({ confirmed }) => confirmed).toSorted()).toEqual([1, 1, 2]);
  for (const { code, confirmed } of hits.list) {
    const { data } = await callAs<{ life: number }>(request, token, 'GET', '/admin/identity/identity/info', { code });
    expect(data.life).toBe(confirmed === 1 ? 3 : 1);
  }
});
