import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, type, until } from '../../../test/render.tsx';
import '../../app/class-lists.ts';
import { session, type Session } from '../../lib/session.ts';
import { dropClassLists, loadClassLists } from '../../lib/use-class-list.ts';
import { BatchAssign } from './batch-assign.tsx';

let sent: Record<string, unknown>[];
let isCleared: boolean;
const rows = [
  { id: 1, firmId: 7, name: '锦和商贸' },
  { id: 2, firmId: 7, name: '川味源' },
];
const show = (picked: typeof rows) =>
  render(
    <BatchAssign
      api={agentApi}
      thing="经销商"
      picked={{ rows: picked, clear: () => (isCleared = true) }}
      refresh={[agentApi.list]}
    />,
  );

beforeEach(async () => {
  dropClassLists();
  session.set({ permissions: new Set(['admin:identity:agent:update']), roles: [] } as unknown as Session);
  [sent, isCleared] = [[], false];
  answer(({ pathname }, asked) => {
    if (pathname.includes('/assign')) sent.push(asked);
    if (pathname.endsWith('/undo')) return { data: { ok: 0, fail: [{ id: 1, message: '渠道已被改动' }] } };
    if (pathname.includes('/assign'))
      return {
        data: { ok: 1, same: 0, done: [{ id: 1, was: 5 }], fail: [{ id: 2, message: '数据不存在' }] },
      };
    return { data: [{ id: 9, name: '线下渠道', firmId: 7, status: 0 }] };
  });
  await loadClassLists((endpoint) => endpoint.path === channelApi.listAll.path);
});
afterEach(async () => {
  await clear();
  session.set(undefined);
  dropClassLists();
});

it('sets a channel, names who was not given it, and takes it back for those who were', async () => {
  await show(rows);
  await click(byText('批量设置渠道'));
  await until(() => document.querySelector('.ant-modal input') !== null);
  expect(document.body.textContent).toContain('设置渠道 2 个经销商');
  const input = document.querySelector<HTMLInputElement>('.ant-modal input')!;
  await act(async () => input.focus());
  await type(input, '线下');
  await until(() => document.querySelector('.ant-select-item-option') !== null);
  await click(document.querySelector('.ant-select-item-option'));
  await click(byText('确定'));
  await until(() => byText('撤销') !== undefined);
  expect(sent[0]).toEqual({ ids: [1, 2], field: 'channelId', targetId: 9 });
  expect(document.body.textContent).toContain('1 条未处理。川味源：数据不存在');
  expect(document.body.textContent).toContain('已设置渠道 1 个');
  expect(isCleared).toBe(true);
  await click(byText('撤销'));
  await until(() => sent.length === 2);
  expect(sent[1]).toEqual({ field: 'channelId', targetId: 9, rows: [{ id: 1, was: 5 }] });
  await until(() => document.body.textContent!.includes('锦和商贸：渠道已被改动'));
});

it('asks for rows of one firm, and is there for those who may', async () => {
  await show([rows[0]!, { ...rows[1]!, firmId: 8 }]);
  await click(byText('批量设置业务员'));
  await until(() => document.body.textContent!.includes('请选择同一企业的经销商'));
  expect(document.querySelector('.ant-modal')).toBeNull();
  await clear();
  session.set({ permissions: new Set(), roles: [] } as unknown as Session);
  const box = await show(rows);
  expect(box.querySelector('button')).toBeNull();
});
