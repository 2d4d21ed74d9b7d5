import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, clear, click, press, render, settle, type, until } from '../../../test/render.tsx';
import { call } from '../../lib/call.ts';
import { dropClassLists, loadClassLists, useClassList } from '../../lib/use-class-list.ts';
import '../../app/class-lists.ts';
import { selectFilter } from '../list/filters.tsx';
import { AgentInput } from '../pickers/agent-input.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { toChoices } from './choices.ts';

const path = '/api/admin/identity/agent/list/all';
const row = (id: number, name: string) => ({ id, name, pid: 0, level: 1, firmId: 1, status: Enabled.on });
const first = (count: number) => Array.from({ length: count }, (_, nth) => row(nth + 1, `甲商行${nth + 1}`));
const far = [row(5001, '末尾商行'), row(5002, '编号里有字的')];

/** A server with `count` agents by name, and a few behind them; the second of these is found by its number alone. */
const serve = (count: number, find: (words: string) => unknown = () => undefined) =>
  answer(async ({ pathname, searchParams }) => {
    if (pathname !== path) return { data: { id: 1, version: 1 } };
    const words = searchParams.get('keywords');
    const ids = searchParams.get('ids')?.split(',').map(Number);
    if (words !== null) {
      await find(words);
      return { data: words === 'NO-77' ? [far[1]] : far.filter(({ name }) => name.includes(words)) };
    }
    return { data: ids ? far.filter(({ id }) => ids.includes(id)) : first(count) };
  });

const wishes = (asked: readonly URL[]) =>
  asked
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => searchParams.get('keywords') ?? searchParams.get('ids') ?? 'first');

const Choice = ({ chosen }: { chosen?: number }) => {
  const [value, setValue] = useState(chosen);
  const agents = useClassList('agent');
  return <ChoiceSelect<number> from={toChoices(agents, ({ name }) => name)} value={value} onChange={setValue} />;
};

const offered = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent ?? '');

describe('a select of rows', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    dropClassLists();
    await loadClassLists(() => false);
    dropClassLists();
  });
  afterEach(clear);

  const start = async (count: number, find?: (words: string) => unknown) => {
    const asked = serve(count, find);
    await loadClassLists(({ path: of }) => of === agentApi.listAll.path);
    return asked;
  };

  it('filters in the browser where the server answered all there is', async () => {
    const asked = await start(12);
    const box = await render(<Choice />);
    await type(box.querySelector('input')!, '商行12');
    // Longer than it is waited for further letters before the server is asked.
    await settle(400);
    expect(offered()).toEqual(['甲商行12']);
    expect(wishes(asked)).toEqual(['first']);
  });

  it('finds on the server what is typed, once it answered a thousand rows', async () => {
    const asked = await start(1000);
    const box = await render(<Choice />);
    const input = box.querySelector('input')!;
    await type(input, '末');
    await type(input, '末尾');
    // On a slow machine the first letter is asked for too, and finds the same row.
    await until(() => wishes(asked).at(-1) === '末尾' && offered().join() === '末尾商行');
    expect(offered()).toEqual(['末尾商行']);
    expect(wishes(asked).at(-1)).toBe('末尾');
    await type(input, 'NO-77');
    await until(() => offered().join() === '编号里有字的');
    expect(offered()).toEqual(['编号里有字的']);
    await click(document.querySelector('.ant-select-item-option'));
    await until(() => box.textContent.includes('编号里有字的'));
    expect(box.textContent).toContain('编号里有字的');
  });

  it('shows what was typed last, however late the first answer is', async () => {
    const open: (() => void)[] = [];
    const asked = await start(1000, (words) =>
      words === 'NO-77' ? new Promise<void>((resolve) => open.push(resolve)) : undefined,
    );
    const box = await render(<Choice />);
    const input = box.querySelector('input')!;
    await type(input, 'NO-77');
    await until(() => wishes(asked).some((wish) => wish.includes('NO-77')));
    await type(input, '末尾');
    await until(() => offered().includes('末尾商行'));
    for (const each of open) each();
    await settle(50);
    expect(offered()).toEqual(['末尾商行']);
  });

  it('asks once for the name of what is chosen, shows no bare number meanwhile, and asks again after a change', async () => {
    const asked = await start(1000);
    const box = await render(
      <>
        <Choice chosen={5001} />
        <Choice chosen={5001} />
      </>,
    );
    expect(box.textContent).not.toContain('5001');
    await until(() => box.textContent.includes('末尾商行'));
    expect(box.textContent.split('末尾商行')).toHaveLength(3);
    expect(wishes(asked)).toEqual(['first', '5001']);
    await call(agentApi.updateStatus, { id: 5001, status: Enabled.off });
    await until(() => wishes(asked).length === 4);
    expect(wishes(asked).slice(2)).toEqual(['first', '5001']);
    await until(() => box.textContent.includes('末尾商行'));
    expect(box.textContent).toContain('末尾商行');
  });

  it('names a chosen row that is gone by its number', async () => {
    await start(3);
    const box = await render(<Choice chosen={777} />);
    await until(() => box.textContent.includes('777'));
    expect(box.textContent).toContain('编号 777');
  });

  it('finds in the tree of agents, and names the chosen one', async () => {
    await start(1000);
    const Tree = () => {
      const [value, setValue] = useState<number | undefined>(5002);
      return <AgentInput value={value} onChange={setValue} />;
    };
    const box = await render(<Tree />);
    await until(() => box.textContent.includes('编号里有字的'));
    expect(box.textContent).toContain('编号里有字的');
    await type(box.querySelector('input')!, '末尾');
    await until(() => document.querySelector('.ant-select-tree-title') !== null);
    const titles = [...document.querySelectorAll('.ant-select-tree-title')].map((title) => title.textContent);
    expect(titles).toEqual(['末尾商行']);
    await click(document.querySelector('.ant-select-tree-title'));
    expect(box.textContent).toContain('末尾商行');
  });

  it('closes a list of several by Tab, which goes on and turns no choice on', async () => {
    await start(12);
    const chosen: number[][] = [];
    const Many = () => {
      const agents = useClassList('agent');
      const take = (next: number[]) => void chosen.push(next);
      return (
        <ChoiceSelect<number[]>
          mode="multiple"
          from={toChoices(agents, ({ name }) => name)}
          value={[2]}
          onChange={take}
          allowClear
        />
      );
    };
    const box = await render(<Many />);
    const input = box.querySelector('input')!;
    await act(async () => input.focus());
    const lists = () => document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').length;
    await press(input, 'Enter', { keyCode: 13 });
    await press(input, 'ArrowDown', { keyCode: 40 });
    await until(() => lists() === 1);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    const tab = new KeyboardEvent('keydown', { key: 'Tab', keyCode: 9, bubbles: true, cancelable: true });
    await act(async () => void input.dispatchEvent(tab));
    await until(() => input.getAttribute('aria-expanded') === 'false');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    expect(tab.defaultPrevented).toBe(false);
    expect(chosen).toEqual([]);
  });

  it('says the value of a filter in words, also where its control is not drawn', async () => {
    await start(1000);
    const Words = () => {
      const agents = useClassList('agent');
      return (
        <p>
          {selectFilter(
            'agentId',
            '经销商',
            toChoices(agents, ({ name }) => name),
          ).words('5001')}
        </p>
      );
    };
    const box = await render(<Words />);
    await until(() => box.textContent === '末尾商行');
    expect(box.textContent).toBe('末尾商行');
  });
});
