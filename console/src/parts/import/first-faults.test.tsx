import { JobPhase, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { afterEach, expect, it } from 'vitest';
import { answer, clear, render, until } from '../../../test/render.tsx';
import { ImportProgressView } from './import-progress-view.tsx';

afterEach(clear);

const ended = {
  id: 7,
  total: 20,
  ok: 13,
  fail: 7,
  skip: 0,
  phase: JobPhase.summing,
  status: JobStatus.unfinished,
  isWaiting: false,
  eta: null,
  err: '',
};

it('names the first five refused rows in the dialog, and says how many more there are', async () => {
  const list = [2, 3, 5, 8, 9].map((rowNo) => ({ rowNo, field: '联系电话', errCode: 1, errMsg: '格式错误', raw: [] }));
  const asked: string[] = [];
  answer((url) => {
    asked.push(`${url.pathname}?${url.searchParams.get('limit')}`);
    return { data: { list, total: 7, page: 1, limit: 5, totalPage: 2 } };
  });
  const box = await render(<ImportProgressView progress={ended} />);
  await until(() => box.querySelectorAll('.zy-import-faults li').length > 0);
  const rows = [...box.querySelectorAll('.zy-import-faults li')].map((one) => one.textContent);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toBe('第 2 行 联系电话：格式错误');
  expect(box.textContent).toContain('还有 2 行，见错误明细');
  expect(asked).toEqual([expect.stringMatching(`${importTaskApi.errors.path}\\?5$`)]);
});

it('asks for no refused rows while it runs, or where there are none', async () => {
  const asked: string[] = [];
  answer((url) => {
    asked.push(url.pathname);
    return { data: { list: [], total: 0, page: 1, limit: 5, totalPage: 0 } };
  });
  await render(<ImportProgressView progress={{ ...ended, status: JobStatus.running, phase: JobPhase.running }} />);
  await render(<ImportProgressView progress={{ ...ended, fail: 0, ok: 20, status: JobStatus.done }} />);
  expect(asked).toEqual([]);
});
