import { defineApi } from '@zhuiyuan/contract/kit/endpoint';
import { listViewApi } from '@zhuiyuan/contract/settings/list-view';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { fen, filterText, id } from '@zhuiyuan/contract/kit/fields';
import { fixedViews } from '@zhuiyuan/contract/kit/fixed-views';
import { pageOf, paging } from '@zhuiyuan/contract/kit/page';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  address,
  answer,
  byText,
  clear,
  click,
  press,
  render,
  settle,
  sized,
  type,
  until,
} from '../../../test/render.tsx';
import { moneyRange } from '../pickers/money-range.tsx';
import { enumTag, name, rowId, type Column } from './columns.tsx';
import { selectFilter, textFilter } from './filters.tsx';
import { ListScreen, type Picked } from './list-screen.tsx';
import { useSearch } from './use-search.ts';

const Tea = z.object({ id: z.number(), title: z.string(), status: Enabled.schema });
type Tea = z.output<typeof Tea>;
const teaApi = defineApi({
  list: {
    method: 'GET',
    path: '/test/tea/list',
    may: 'signed-in',
    input: z.object({
      ...paging,
      title: filterText,
      uid: id().optional(),
      status: Enabled.schema.optional(),
      minPrice: fen('价格').optional(),
      maxPrice: fen('价格').optional(),
      sort: z.string().optional(),
    }),
    data: pageOf(Tea),
    title: '茶',
  },
});
const columns: Column<Tea>[] = [
  rowId('id'),
  name('title', '名称', { sort: 'title' }),
  enumTag('status', '状态', Enabled),
];

const batchOf = (picked: Picked<Tea>) => <i>{picked.isAll ? '全部' : picked.keys.join()}</i>;

const Teas = () => {
  const search = useSearch(teaApi.list);
  return (
    <ListScreen
      search={search}
      thing="茶"
      columns={columns}
      filters={[
        textFilter('title', '名称'),
        selectFilter('status', '状态', Enabled),
        textFilter('uid', '消费者'),
        ...moneyRange('Price', '价格'),
      ]}
      batch={batchOf}
      mayPickAll
      empty={{ text: '茶会出现在这里' }}
    />
  );
};

const teas = (total: number) => (url: URL) => {
  const page = Number(url.searchParams.get('page'));
  const limit = Number(url.searchParams.get('limit'));
  const left = url.searchParams.get('title') === '无' ? 0 : total;
  const list = Array.from({ length: Math.max(0, Math.min(limit, left - (page - 1) * limit)) }, (_, at) => ({
    id: (page - 1) * limit + at + 1,
    title: `茶 ${at}`,
    status: at % 2,
  }));
  return { data: { list, total: left, page, limit, totalPage: Math.ceil(left / limit) } };
};

const show = async (at: string) => {
  const box = await render(<Teas />, at);
  await settle(20);
  return box;
};
const heads = (box: HTMLElement) => [...box.querySelectorAll('th')].map((each) => each.textContent).filter(Boolean);
describe('a list screen', { timeout: 60_000 }, () => {
  afterEach(clear);
  sized();

  it('asks with what the address says and writes what a person sets', async () => {
    const asked = answer(teas(90));
    const box = await show('/teas?status=1&page=2&tab=x');
    expect(asked[0]?.searchParams.get('status')).toBe('1');
    expect(asked[0]?.searchParams.get('page')).toBe('2');
    expect(box.textContent).toContain('共 90 条');
    const input = box.querySelector<HTMLInputElement>('input[aria-label="名称"]')!;
    await type(input, ' 龙井 ');
    expect(address()).toBe('/teas?status=1&page=2&tab=x');
    await press(input, 'Enter');
    await act(async () => input.form?.requestSubmit());
    await settle(20);
    expect(address()).toBe('/teas?status=1&tab=x&title=龙井');
    expect(asked.at(-1)?.searchParams.get('title')).toBe('龙井');
    expect(asked.at(-1)?.searchParams.get('page')).toBe('1');
    await click(byText('重置', box));
    await settle(20);
    expect(address()).toBe('/teas?tab=x');
  });

  it('lets the keyboard skip to the first row, before everything else', async () => {
    answer(teas(3));
    const box = await show('/teas');
    const [first] = box.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex="0"]');
    expect(first?.textContent).toBe('跳到列表');
    await click(first);
    expect(document.activeElement?.textContent).toContain('茶 0');
  });

  it('says over the old rows that they could not be asked for again, until they are', async () => {
    let isThere = true;
    answer((url) => (isThere ? teas(3)(url) : { code: 503, message: '系统繁忙，请稍后重试', data: null }));
    const box = await show('/teas');
    isThere = false;
    await click(box.querySelector('[aria-label="刷新"]'));
    await until(() => Boolean(box.querySelector('.zy-notice')));
    expect(box.querySelector('.zy-notice')?.textContent).toMatch(
      /没有更新成功：系统繁忙，请稍后重试。下面是 \d\d:\d\d:\d\d 的内容/,
    );
    expect(box.textContent).toContain('茶 2');
    isThere = true;
    await click(byText('重新加载', box));
    await until(() => !box.querySelector('.zy-notice'));
    expect(box.querySelector('.zy-notice')).toBeNull();
    expect(box.textContent).toContain('共 3 条');
  });

  it('names the filters when nothing matches and clears them', async () => {
    answer(teas(3));
    const box = await show('/teas?title=无&status=0');
    expect(box.textContent).toContain('没有符合条件的茶');
    expect(box.textContent).toContain('已按“名称：无、状态：启用”筛选');
    await click(byText('清除筛选', box)?.closest('button'));
    await settle(20);
    expect(address()).toBe('/teas');
    expect(box.textContent).toContain('共 3 条');
  });

  it('shows no rows for a filter it does not understand, and keeps what was typed', async () => {
    const asked = answer(teas(3));
    const box = await show('/teas?title=茶');
    const before = asked.length;
    const input = box.querySelector<HTMLInputElement>('input[aria-label="消费者"]')!;
    await type(input, '334abc');
    await act(async () => input.form?.requestSubmit());
    await settle(20);
    expect(address()).toBe('/teas?title=茶&uid=334abc');
    expect(input.value).toBe('334abc');
    expect(box.textContent).toContain('筛选条件填写不正确');
    expect(box.textContent).toContain('已按“名称：茶、消费者：334abc”筛选');
    expect(box.textContent).not.toContain('茶 0');
    expect(asked).toHaveLength(before);
    await type(input, '334');
    await act(async () => input.form?.requestSubmit());
    await settle(20);
    expect(asked.at(-1)?.searchParams.get('uid')).toBe('334');
    expect(box.textContent).toContain('共 3 条');
  });

  it('refuses a range whose ends are crossed under its field: keeps what was typed, asks nobody', async () => {
    const asked = answer(teas(3));
    const box = await show('/teas');
    const before = asked.length;
    const end = (label: string) => box.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!;
    await type(end('价格不低于'), '1500');
    await type(end('价格不高于'), '200');
    expect(box.textContent).not.toContain('最小值不能大于最大值');
    await act(async () => end('价格不高于').form?.requestSubmit());
    await settle(20);
    const cell = end('价格不低于').closest('.zy-filter')!;
    expect(cell.querySelector('[role="alert"]')?.textContent).toBe('最小值不能大于最大值');
    expect(end('价格不低于').getAttribute('aria-invalid')).toBe('true');
    expect([end('价格不低于').value, end('价格不高于').value].map((text) => text.replace(',', ''))).toEqual([
      expect.stringMatching(/^1500(\.00)?$/),
      expect.stringMatching(/^200(\.00)?$/),
    ]);
    expect(address()).toBe('/teas');
    expect(asked).toHaveLength(before);
    await type(end('价格不高于'), '2000');
    expect(box.textContent).not.toContain('最小值不能大于最大值');
    await act(async () => end('价格不高于').form?.requestSubmit());
    await settle(20);
    expect(address()).toBe('/teas?minPrice=150000&maxPrice=200000');
    expect(asked.at(-1)?.searchParams.get('maxPrice')).toBe('200000');
  });

  it('asks nobody for a range that the address has crossed, and says both ends', async () => {
    const asked = answer(teas(3));
    const box = await show('/teas?minPrice=150000&maxPrice=20000');
    expect(asked).toHaveLength(0);
    // In place of the rows, and under the field.
    expect(box.textContent.split('最小值不能大于最大值')).toHaveLength(3);
    expect(box.textContent).toContain('已按“价格不低于：1,500.00 元、价格不高于：200.00 元”筛选');
  });

  it('says that nothing was found only of filters that were answered', async () => {
    const reply = teas(3);
    let arrive = (): void => {};
    const arrived = new Promise<void>((done) => (arrive = done));
    answer(async (url) => {
      if (url.searchParams.get('title') === '茶') await arrived;
      return reply(url);
    });
    const box = await show('/teas?title=无');
    expect(box.textContent).toContain('没有符合条件的茶');
    const input = box.querySelector<HTMLInputElement>('input[aria-label="名称"]')!;
    await type(input, '茶');
    await act(async () => input.form?.requestSubmit());
    await settle(20);
    expect(address()).toBe('/teas?title=茶');
    expect(box.textContent).not.toContain('没有符合条件的茶');
    expect(box.textContent).not.toContain('共 0 条');
    arrive();
    await until(() => box.textContent.includes('共 3 条'));
    expect(box.textContent).toContain('共 3 条');
  });

  it('tells never filled from failed', async () => {
    answer(teas(0));
    const box = await show('/teas');
    expect(box.textContent).toContain('还没有茶');
    expect(box.textContent).toContain('茶会出现在这里');
    await clear();
    answer(() => ({ code: 500, message: '系统繁忙，请稍后再试', data: null }));
    const failed = await show('/teas');
    expect(failed.textContent).toContain('列表没有加载出来');
    expect(failed.textContent).toContain('系统繁忙，请稍后再试');
    expect(failed.textContent).toContain('r-1');
  });

  it('steps back from a page that has emptied', async () => {
    answer(teas(25));
    await show('/teas?page=9');
    await settle(20);
    expect(address()).toBe('/teas?page=2');
  });

  it('hides columns, and keeps that on the server', async () => {
    const kept: unknown[] = [];
    const reply = (url: URL, body: Record<string, unknown>) => {
      if (!url.pathname.endsWith(listViewApi.keep.path)) return teas(3)(url);
      kept.push(body);
      return { data: null };
    };
    answer(reply);
    const box = await show('/teas');
    expect(heads(box).slice(0, 3)).toEqual(['ID', '状态', '名称']);
    await click(box.querySelector('[aria-label="列设置"]'));
    await settle(50);
    await click(document.querySelector('[aria-label="显示状态"]'));
    await until(() => !heads(box).includes('状态'));
    expect(heads(box)).not.toContain('状态');
    await settle(20);
    const layout = { columns: [{ key: 'id' }, { key: 'title' }], density: 'normal' as const };
    expect(kept).toEqual([{ list: '/test/tea/list', layout, viewId: null }]);
    await clear();
    answer(teas(3), { lists: [{ list: '/test/tea/list', layout, viewId: null }], views: [] });
    expect(heads(await show('/teas'))).not.toContain('状态');
  });

  it('orders columns by Alt ↑↓, keeps pinned ones first, and goes back to the usual ones', async () => {
    answer((url) => (url.pathname.endsWith(listViewApi.keep.path) ? { data: null } : teas(3)(url)));
    const box = await show('/teas');
    const shows = async (titles: string[]) => {
      await until(() => heads(box).slice(0, 3).join() === titles.join());
      expect(heads(box).slice(0, 3)).toEqual(titles);
    };
    await click(box.querySelector('[aria-label="列设置"]'));
    await settle(50);
    await press(document.querySelector('[aria-label="显示名称"]')!, 'ArrowUp', { altKey: true });
    await shows(['ID', '名称', '状态']);
    await click(document.querySelector('[aria-label="固定状态"]'));
    await shows(['状态', 'ID', '名称']);
    await press(document.querySelector('[aria-label="显示ID"]')!, 'ArrowUp', { altKey: true });
    await shows(['状态', 'ID', '名称']);
    await click(byText('恢复默认')?.closest('button'));
    await shows(['ID', '状态', '名称']);
    await click(byText('撤销'));
    await shows(['状态', 'ID', '名称']);
  });

  it('says how many rows are picked, and picks all that match', async () => {
    answer(teas(90));
    const box = await show('/teas');
    const row = box.querySelector('tr[data-row-key="1"]')!;
    await press(row, ' ');
    expect(box.textContent).toContain('已选 1 项');
    await click(byText('选择全部 90 项', box));
    expect(box.textContent).toContain('已选 90 项');
    await click(byText('取消选择', box)?.closest('button'));
    expect(box.textContent).not.toContain('已选');
  });

  it('sorts by the server, newest order in the address and in aria-sort', async () => {
    const asked = answer(teas(3));
    const box = await show('/teas');
    await click(byText('名称', box.querySelector('thead')!));
    await settle(20);
    expect(address()).toBe('/teas?sort=-title');
    expect(asked.at(-1)?.searchParams.get('sort')).toBe('-title');
    expect(box.querySelector('th[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('the tabs everybody has', () => {
  const ownTeaApi = defineApi({
    list: { ...teaApi.list, path: '/test/own-tea/list', input: teaApi.list.input.extend(fixedViews) },
  });
  const OwnTeas = () => (
    <ListScreen
      search={useSearch(ownTeaApi.list)}
      thing="茶"
      columns={columns}
      filters={[textFilter('title', '名称')]}
      empty={{ text: '茶会出现在这里' }}
    />
  );
  const tabs = () => [...document.querySelectorAll('.zy-views .zy-view-tab')].map(({ textContent }) => textContent);

  const tab = (label: string) =>
    [...document.querySelectorAll('.zy-views .zy-view-tab')].find(({ textContent }) => textContent?.startsWith(label));

  it('count their rows, are filters of the list, and stay when the other filters go', async () => {
    answer((url) => teas(url.searchParams.get('mine') ? 3 : url.searchParams.get('waiting') ? 0 : 12_000)(url));
    await render(<OwnTeas />);
    await until(() => tabs().includes('我的3'));
    expect(tabs()).toEqual(['全部12,000', '我的3', '待处理0', '视图']);
    await click(tab('我的'));
    await until(() => document.querySelectorAll('tbody tr[data-row-key]').length === 3);
    expect(address()).toContain('mine=1');
    await click(byText('重置'));
    expect(address()).toContain('mine=1');
    await click(tab('待处理'));
    await until(() => document.body.textContent?.includes('没有待处理的茶') ?? false);
    expect(address()).toContain('waiting=1');
    expect(address()).not.toContain('mine');
  });
});
