import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, byText, clear, click, render, until } from '../../../test/render.tsx';
import { session, type Session } from '../../lib/session.ts';
import { BatchSwitch } from './batch-switch.tsx';

let sent: unknown[];
let isCleared: boolean;
const rows = [
  { id: 1, status: Enabled.on },
  { id: 2, status: Enabled.off },
  { id: 3, status: Enabled.on },
];
const show = (picked: typeof rows) =>
  render(
    <BatchSwitch
      endpoint={agentApi.updateStatus}
      picked={{ rows: picked, clear: () => (isCleared = true) }}
      refresh={[agentApi.list]}
    />,
  );

beforeEach(() => {
  session.set({ permissions: new Set(['admin:identity:agent:status']), roles: [] } as unknown as Session);
  [sent, isCleared] = [[], false];
  answer((_url, asked) => {
    sent.push(asked);
    return asked['id'] === 3 ? { code: 500, message: '名下还有货', data: null } : { data: null };
  });
});
afterEach(async () => {
  await clear();
  session.set(undefined);
});

it('switches those that are not so yet, says why others were not, and takes back what was done', async () => {
  await show(rows);
  await click(byText('批量停用'));
  await until(() => byText('撤销') !== undefined);
  expect(sent).toEqual([
    { id: 1, status: Enabled.off },
    { id: 3, status: Enabled.off },
  ]);
  expect(document.body.textContent).toContain('1 条未停用：名下还有货');
  expect(document.body.textContent).toContain('已停用 1 个');
  expect(isCleared).toBe(true);
  await click(byText('撤销'));
  await until(() => sent.length === 3);
  expect(sent.at(-1)).toEqual({ id: 1, status: Enabled.on });
});

it('offers what changes something alone, to those who may', async () => {
  await show([rows[1]!]);
  expect(byText('批量停用')).toBeUndefined();
  expect(byText('批量启用')).toBeDefined();
  await clear();
  session.set({ permissions: new Set(), roles: [] } as unknown as Session);
  const box = await show(rows);
  expect(box.querySelector('button')).toBeNull();
});
