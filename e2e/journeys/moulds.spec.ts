import { readFile } from 'node:fs/promises';
import { callAs, choose, expect, ownName, signInByCall, test } from '../world.ts';

interface Mould {
  id: number;
  firmId: number;
  name: string;
  elements: { kind: string }[];
}

test('a label is drawn, saved, and printed as a document of its own size', async ({ adminPage: page, request }) => {
  const token = await signInByCall(request);
  await page.goto('/lottery/ai/markCode/mouldManage');
  await expect(page.getByRole('button', { name: '预览 产品防伪标' }).first()).toBeVisible();
  await page.getByRole('button', { name: '新增码模板' }).click();
  const name = ownName('旅标');
  // The list, too, has a field of this name.
  const canvas = page.getByRole('application', { name: '画布' });
  await expect(canvas).toBeVisible();
  await page.getByRole('textbox', { name: '模板名称' }).fill(name);
  await choose(page, '所属企业', '青岚');
  const layers = page.getByRole('region', { name: '图层' }).getByRole('listitem');
  await expect(layers).toHaveCount(1);

  // A variable from the palette is moved by the keys, taken back and done again.
  await page.getByRole('navigation', { name: '元素' }).getByRole('button', { name: '产品名' }).click();
  await expect(layers).toHaveCount(2);
  const x = page.getByRole('spinbutton', { name: 'X' });
  const before = Number(await x.inputValue());
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await expect(x).toHaveValue((before + 0.5).toFixed(1));
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(x).toHaveValue(before.toFixed(1));

  // What hangs over the paper is told while it is drawn, and saving leads there.
  await x.fill('50');
  await x.blur();
  await expect(page.getByRole('list', { name: '检查' }).getByText('元素超出纸张范围')).toBeVisible();
  await x.fill('2');
  await x.blur();
  const y = page.getByRole('spinbutton', { name: 'Y' });
  await y.fill('2');
  await y.blur();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('保存成功')).toBeVisible();

  const { data } = await callAs<{ list: Mould[] }>(request, token, 'GET', '/admin/lottery/mould/list', { name });
  expect(data.list[0]!.elements.map(({ kind }) => kind)).toEqual(['qr', 'variable']);
  await expect(page).toHaveURL(new RegExp(`/mouldEdit/${data.list[0]!.id}$`));
  await page.getByRole('region', { name: '打印排版' }).getByText('卷标', { exact: true }).click();
  const fetched = page.waitForEvent('download');
  await page.getByRole('button', { name: '打印样张' }).click();
  const pdf = await readFile(await (await fetched).path(), 'latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!;
  expect(Number(width)).toBeCloseTo((60 * 72) / 25.4, 2);
  expect(Number(height)).toBeCloseTo((40 * 72) / 25.4, 2);
});
