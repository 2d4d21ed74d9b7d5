import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { afterEach, expect, it } from 'vitest';
import { answer, clear, render, until } from '../../../../test/render.tsx';
import { RecentTasks } from './recent-tasks.tsx';

afterEach(clear);

it('asks for the tasks made last, which are not always those with the highest number', async () => {
  const asked: (string | null)[] = [];
  answer((url) => {
    if (url.pathname.endsWith(taskApi.list.path)) asked.push(url.searchParams.get('sort'));
    return { data: { list: [], total: 0, page: 1, limit: 7, totalPage: 0 } };
  });
  await render(<RecentTasks />);
  await until(() => asked.length > 0);
  expect(asked).toEqual(['-createTime']);
});
