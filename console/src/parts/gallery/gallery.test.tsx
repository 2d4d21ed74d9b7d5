import { attachmentApi, type Attachment } from '@zhuiyuan/contract/media/attachment';
import { categoryApi } from '@zhuiyuan/contract/category/category';
import { use } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, byText, clear, click, press, render, settle, type, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { ImagePickerContext } from '../form/image-picker-context.ts';
import { GalleryProvider } from './gallery-provider.tsx';

const file = (attId: number): Attachment => ({
  attId,
  name: `图${attId}.png`,
  attDir: '',
  sattDir: `/media/store/2026/11/21/${attId}.png`,
  attSize: '1',
  attType: 'png',
  pid: 0,
  imageType: 1,
  width: 1,
  height: 1,
  isOwn: attId !== 9,
  createTime: '',
  updateTime: '',
});
const files = Array.from({ length: 30 }, (_, at) => file(at + 1));
const folders = [
  { id: 11, pid: 0, name: '商品主图', child: [{ id: 12, pid: 11, name: '绿茶', child: [] }] },
  { id: 15, pid: 0, name: '检测报告', child: [] },
];

let asked: URL[] = [];
beforeEach(() => {
  session.set({ permissions: new Set(['*:*:*']) } as unknown as Session);
  asked = answer(({ pathname }) => {
    if (pathname.endsWith(categoryApi.tree.path)) return { data: folders };
    if (pathname.endsWith(attachmentApi.counts.path))
      return {
        data: [
          { pid: 0, count: 5 },
          { pid: 11, count: 1 },
          { pid: 12, count: 2 },
        ],
      };
    if (pathname.endsWith(attachmentApi.list.path))
      return { data: { list: files, total: 90, page: 1, limit: 30, totalPage: 3 } };
    return { data: null };
  });
});
afterEach(async () => {
  await clear();
  session.set(undefined);
});

let answered: string[] | undefined | 'open' = 'open';
const Opener = ({ most }: { most: number }) => {
  const pick = use(ImagePickerContext);
  return (
    <button
      type="button"
      onClick={() => {
        answered = 'open';
        void pick?.({ title: '轮播图', most }).then((picked) => (answered = picked));
      }}
    >
      打开
    </button>
  );
};
const open = async (most: number) => {
  await render(
    <GalleryProvider>
      <Opener most={most} />
    </GalleryProvider>,
  );
  await click(byText('打开'));
  await until(() => document.querySelectorAll('.zy-tile-pick').length > 0);
};
const tile = (attId: number) =>
  [...document.querySelectorAll('.zy-tile-pick')].find((each) => each.textContent?.includes(`图${attId}.png`));
const badges = () =>
  [...document.querySelectorAll('.zy-tile-picked')].map((each) => each.textContent?.replaceAll(/\s/g, ''));
const said = () => document.querySelector('.ant-message')?.textContent ?? '';
const lists = () => asked.filter(({ pathname }) => pathname.endsWith(attachmentApi.list.path));

describe('the picker', () => {
  it('numbers in the order of picking and answers the addresses in that order', async () => {
    await open(10);
    expect(document.body.textContent).toContain('轮播图，最多 10 张');
    for (const id of [5, 2, 7, 2]) await click(tile(id));
    expect(badges()).toEqual(['已选第1个，图5.png', '已选第2个，图7.png']);
    expect(document.body.textContent).toContain('已选 2 张');
    await click(byText('使用选中图片'));
    await until(() => answered !== 'open');
    expect(answered).toEqual([file(5).sattDir, file(7).sattDir]);
  });

  it('says that nothing is picked, and answers nothing when closed', async () => {
    await open(10);
    await click(byText('使用选中图片'));
    expect(said()).toContain('请先选择图片');
    expect(answered).toBe('open');
    await click(byText('取消'));
    await until(() => answered !== 'open');
    expect(answered).toBeUndefined();
  });

  it('takes one where one is wanted, and twenty at most', async () => {
    await open(1);
    for (const id of [1, 2]) await click(tile(id));
    expect(said()).toContain('最多只能选一张图片');
    expect(badges()).toHaveLength(1);
    await clear();
    await open(50);
    for (let id = 1; id <= 21; id += 1) await click(tile(id));
    expect(said()).toContain('最多选择20张图片');
    expect(badges()).toHaveLength(20);
  });

  it('asks for thirty pictures of every kind of picture, and for the videos when told to', async () => {
    await open(10);
    const [first] = lists();
    expect(Object.fromEntries(first!.searchParams)).toMatchObject({
      pid: '0',
      limit: '30',
      page: '1',
      attType: 'jpg,jpeg,gif,png,bmp,PNG,JPG',
    });
    await click(byText('视频')?.closest('label'));
    await until(() => lists().length > 1);
    expect(lists().at(-1)?.searchParams.get('attType')).toBe('video/mp4');
    await settle(50);
    await click(tile(1));
    expect(said()).toContain('此处只能选择图片');
  });

  it('moves between files by the arrow keys', async () => {
    await open(10);
    (tile(1) as HTMLElement).focus();
    await press(document.activeElement!, 'ArrowRight');
    expect(document.activeElement).toBe(tile(2));
    await press(document.activeElement!, 'End');
    expect(document.activeElement).toBe(tile(30));
  });
});

describe('folders', () => {
  it('count what is in them and below, and open on click', async () => {
    await open(10);
    await until(() => document.querySelectorAll('.zy-folder').length > 3);
    expect([...document.querySelectorAll('.zy-folder')].map((each) => each.textContent)).toEqual([
      '全部图片8',
      '商品主图3',
      '绿茶2',
      '检测报告0',
    ]);
    await click(byText('绿茶'));
    await until(() => lists().at(-1)?.searchParams.get('pid') === '12');
    expect(lists().at(-1)?.searchParams.get('pid')).toBe('12');
  });

  it('can be filtered by name', async () => {
    await open(10);
    await until(() => document.querySelectorAll('.zy-folder').length > 3);
    const filter = document.querySelector<HTMLInputElement>('input[placeholder="选择分类"]')!;
    await type(filter, '绿');
    expect([...document.querySelectorAll('.zy-folder-name')].map((each) => each.textContent)).toEqual([
      '全部图片',
      '商品主图',
      '绿茶',
    ]);
  });
});

describe('deleting', () => {
  it('needs picks, and never sends what belongs to the platform', async () => {
    await open(10);
    const remove = () => click(document.querySelector('button[aria-label="删除图片"]'));
    await remove();
    expect(said()).toContain('请先选择图片');
    await click(tile(9));
    await remove();
    expect(said()).toContain('有 1 张是平台的图片');
    expect(asked.some(({ pathname }) => pathname.includes('/attachment/delete/'))).toBe(false);
  });

  it('asks first, then deletes what is picked', async () => {
    await open(10);
    for (const id of [3, 4]) await click(tile(id));
    await click(document.querySelector('button[aria-label="删除图片"]'));
    await until(() => document.body.textContent!.includes('确定永久删除该文件'));
    await click(byText('确定')?.closest('button'));
    await until(() => asked.some(({ pathname }) => pathname.includes('/attachment/delete/')));
    expect(asked.find(({ pathname }) => pathname.includes('/attachment/delete/'))?.pathname).toContain(
      encodeURIComponent('3,4'),
    );
    await until(() => said().includes('删除成功'));
    expect(badges()).toEqual([]);
  });
});
