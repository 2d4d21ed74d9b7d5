import { defineApi, read } from '@zhuiyuan/contract/kit/endpoint';
import { z } from 'zod';
import { afterEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, until } from '../../../test/render.tsx';
import { useBlock } from '../../parts/feedback/use-block.ts';
import { BlocksNotRenewed } from './blocks-not-renewed.tsx';

const api = defineApi({
  brewed: read('泡茶', '/test/brewed', 'signed-in', z.object({}), z.object({ cups: z.number() })),
});
const Block = () => {
  const { data, refetch } = useBlock(api.brewed, {});
  return (
    <button type="button" onClick={() => void refetch()}>
      {data ? `${data.cups}杯` : '没有'}
    </button>
  );
};

afterEach(clear);

it('says over figures that were not asked for again of when they are, until they are new', async () => {
  let cups = 3;
  let isDown = false;
  answer(() => (isDown ? { code: 500, message: '服务器开小差了', data: null } : { data: { cups } }));
  const box = await render(
    <>
      <BlocksNotRenewed />
      <Block />
    </>,
  );
  await until(() => byText('3杯') !== undefined);
  expect(box.textContent).not.toContain('没有更新成功');

  isDown = true;
  await click(byText('3杯'));
  await until(() => box.textContent!.includes('没有更新成功'));
  expect(box.textContent).toMatch(/没有更新成功：服务器开小差了。下面有 \d\d:\d\d:\d\d 的内容，恢复后自动更新/);
  expect(byText('3杯')).toBeDefined();

  isDown = false;
  cups = 5;
  await click(byText('重新加载'));
  await until(() => byText('5杯') !== undefined);
  expect(box.textContent).not.toContain('没有更新成功');
});
