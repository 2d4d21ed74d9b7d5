import { toTime } from '@zhuiyuan/contract/kit/clock';
import { axeProblems } from '../watch.ts';
import { ageCodes, choose, consoleOf, expect, ownLot, ownName, scan, test } from '../world.ts';

const product = '青岚明前龙井 250g 礼盒';
const hourAgo = (): string => toTime(Date.now() - 3_600_000).slice(0, 16);

interface Named {
  id: number;
}

test('a hand scanner packs two boxes: mistakes are refused, a full box goes by itself, what was packed is opened again', async ({
  adminPage: page,
  request,
}) => {
  const { get, post } = await consoleOf(request);
  const { list } = await get<{ list: (Named & { firmId: number })[] }>('product/list', { keywords: product });
  const { id: productId, firmId } = list[0]!;
  const lot = await ownLot({ post }, productId);
  const made = await post<Named>('task/save', {
    firmId,
    name: ownName('装箱'),
    productId,
    lotId: lot.id,
    itemCount: 30,
    boxCount: 3,
    idemKey: ownName('packing-journey'),
  });
  const { segments } = await get<{ segments: { seg: number; level: number }[] }>('task/info', { id: made.id });
  const codesOf = async (level: number, count: number) => {
    const { seg } = segments.find((segment) => segment.level === level)!;
    const texts = Array.from({ length: count }, (_, at) => `${seg}-${at + 1}`);
    const { rows } = await post<{ rows: { code: string }[] }>('identity/query', { texts });
    return rows.map(({ code }) => code);
  };
  const [items, boxes] = [await codesOf(0, 20), await codesOf(1, 3)];
  const itemSeg = segments.find(({ level }) => level === 0)!.seg;
  const pick = { mode: 1, ranges: [{ seg: itemSeg, serialFrom: 9, serialTo: 12 }] };
  await post('batch/use', { pick, productId, lotId: lot.id, idemKey: ownName('packing-use') });
  for (const { seg } of segments) await ageCodes(seg);

  // 启用 from a task carries its product and its lot.
  await page.goto(`/identity/batchManager/use?taskId=${made.id}`);
  await expect(page.getByRole('main')).toContainText(product);
  await expect(page.getByRole('main').getByText(lot.lotNo).first()).toBeVisible();

  await page.goto('/identity/packManager/alone');
  await page.getByRole('button', { name: '工位设置' }).click();
  // A station fills the window: its bar is all there is around it.
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const settings = page.getByRole('dialog', { name: '工位设置' });
  await choose(settings, '产品', product);
  await choose(settings, '批次', lot.lotNo);
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  expect(await axeProblems(page)).toEqual([]);

  // Six fit. They come as fast as keys go down, with the same code twice and a box among them.
  // Wherever the focus is: it came back to the button of the settings.
  await scan(page, boxes[0]!);
  for (const code of [...items.slice(0, 3), items[1]!, boxes[1]!, ...items.slice(3, 6)]) await scan(page, code);
  await expect(page.getByText('装箱成功：6件').first()).toBeVisible();
  await expect(page.getByText('编码重复扫描')).toBeVisible();
  await expect(page.getByText('这是箱码，请扫产品码')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  await scan(page, boxes[1]!);
  await scan(page, items[0]!);
  await expect(page.getByRole('alert')).toContainText(`编码已装入${boxes[0]}，请先拆箱`);
  await scan(page, items[6]!);
  await scan(page, items[7]!);
  await expect(page.getByText('已装入 第 2 件')).toBeVisible();
  const question = page.getByRole('dialog', { name: '提示' });
  await page.getByRole('button', { name: '清空' }).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已清空')).toBeVisible();
  await scan(page, items[6]!);
  await scan(page, items[7]!);
  await expect(page.getByText('已装入 第 2 件')).toBeVisible();
  await expect(page.getByText('本机失败').locator('xpath=following-sibling::dd')).toHaveText('3 次');
  // What waits is kept in the browser, and leaving asks first.
  await page.getByRole('button', { name: '退出工位' }).click();
  await expect(question).toContainText('还有 2 件未提交，已留在本机，确定退出工位？');
  await question.getByRole('button', { name: '取消' }).click();
  await page.keyboard.press('F8');
  await page.keyboard.press('F9');
  await expect(question).toContainText('当前1/6，未满箱，确定提交？');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('装箱成功：1件').first()).toBeVisible();
  const recent = page.getByRole('list', { name: '我完成的箱' });
  await expect(recent.getByRole('listitem').first()).toContainText('1 / 6');
  await recent.getByRole('listitem').first().getByRole('button', { name: '撤销' }).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('撤销成功')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '已撤销' })).toBeVisible();

  await page.getByRole('button', { name: '退出工位' }).click();
  await expect(page).toHaveURL(/\/identity\/packManager$/);
  await page.getByPlaceholder('箱码或箱内任一编码').fill(items[2]!);
  await page.getByPlaceholder('箱码或箱内任一编码').press('Enter');
  const row = page.locator('.ant-table-row').filter({ hasText: '6/6' });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: '查看' }).click();
  const drawer = page.getByRole('dialog', { name: /^箱/ });
  const inside = drawer.getByRole('row').filter({ hasText: items[2]! });
  await inside.getByRole('checkbox').check();
  await drawer.getByRole('button', { name: '拆出 1 个' }).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('拆出成功')).toBeVisible();
  await expect(inside).toHaveCount(0);
  await expect(drawer.getByText('5/6，内含 5 件')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  // 箱列表 finds what is not full; its label is looked at, and it is sealed as it is.
  await page.goto('/identity/packManager/boxList');
  await page.getByPlaceholder('箱码或箱内任一编码').fill(items[3]!);
  await page.getByPlaceholder('箱码或箱内任一编码').press('Enter');
  const open = page.locator('.ant-table-row').filter({ hasText: '5/6' });
  await expect(open).toHaveCount(1);
  await page.getByRole('checkbox', { name: '仅未满' }).click();
  await expect(page.getByRole('checkbox', { name: '仅未满' })).toBeChecked();
  await expect(open).toHaveCount(1);
  await open.getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量打印' }).click();
  const labels = page.getByRole('dialog', { name: '打印箱标' });
  await expect(labels.getByRole('img', { name: '二维码' })).toBeVisible();
  await expect(labels.getByRole('figure')).toContainText(product);
  await expect(labels.getByRole('figure')).toContainText(`批号 ${lot.lotNo}`);
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(labels).toBeHidden();
  await page.getByRole('button', { name: '批量封箱' }).click();
  await expect(question).toContainText('1箱中有1箱未满，确定封箱？');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('封箱成功')).toBeVisible();
  await expect(open).toHaveCount(0);

  // What was packed an hour ago is told now, and the log says so.
  await page.goto('/identity/packLogCreat');
  await page.getByLabel('箱码').fill(boxes[2]!);
  await page.getByRole('textbox', { name: '编码', exact: true }).fill(items.slice(8, 12).join('\n'));
  await page.getByLabel('实际包装时间').fill(hourAgo());
  await page.getByLabel('补录原因').fill('产线断网');
  await page.getByRole('button', { name: '校验' }).click();
  await expect(page.getByText('全部编码都可以补录')).toBeVisible();
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('补录成功')).toBeVisible();
  await expect(page).toHaveURL(/\/identity\/packLogManager/);
  await page.getByPlaceholder('箱码或下级码').fill(items[9]!);
  await page.getByPlaceholder('箱码或下级码').press('Enter');
  const entry = page.locator('.ant-table-row').filter({ hasText: boxes[2]! });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('补录');
  await expect(entry).toContainText('产线断网');
});
