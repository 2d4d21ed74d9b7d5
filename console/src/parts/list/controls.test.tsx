import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { clear, click, press, render, settle, type, until } from '../../../test/render.tsx';
import { CodeBox } from '../pickers/code-box.tsx';
import { FoundSelect } from '../pickers/found-select.tsx';
import { OnOff } from './on-off.tsx';
import { DayInput, TimeInput } from '../form/date-fields.tsx';
import { CodeText } from '../format/code.tsx';

const isOn = (box: HTMLElement) => box.querySelector('[role=switch]')?.getAttribute('aria-checked') === 'true';

describe('controls', { timeout: 60_000 }, () => {
  afterEach(clear);

  it('flips a switch at once and back when the change fails', async () => {
    let fail: (error: Error) => void = () => undefined;
    const change = () => new Promise((_, reject) => (fail = reject));
    const box = await render(<OnOff isOn={false} change={change} label="状态 茶" />);
    await click(box.querySelector('[role=switch]'));
    expect(isOn(box)).toBe(true);
    await act(async () => fail(new Error('不能启用')));
    expect(isOn(box)).toBe(false);
    expect(document.body.textContent).toContain('不能启用');
  });

  it('says nothing when the person declined', async () => {
    const box = await render(<OnOff isOn change={async () => false} label="状态 茶" />);
    await click(box.querySelector('[role=switch]'));
    await settle();
    expect(isOn(box)).toBe(true);
    expect(document.body.textContent).not.toContain('修改成功');
  });

  it('hands over one code after another, clears the box and marks a refusal', async () => {
    const taken: string[] = [];
    const take = async (code: string) => {
      if (code === 'BAD') throw new Error('编码不存在');
      taken.push(code);
    };
    const box = await render(<CodeBox take={take} />);
    const input = box.querySelector('input')!;
    for (const code of [' 4QH7 ', 'BAD', '9TXA']) {
      await type(input, code);
      await press(input, 'Enter');
      expect(input.value).toBe('');
    }
    await settle();
    expect(taken).toEqual(['4QH7', '9TXA']);
    expect(document.body.textContent).toContain('编码不存在');
  });

  it.each([
    [DayInput, '2026-11-26', '2026-11-26'],
    [DayInput, '20261126', '2026-11-26'],
    [DayInput, '2026/12/06', '2026-12-06'],
    [DayInput, '2026-12-6', '2026-12-06'],
    [TimeInput, '2026-11-26 01:50', '2026-11-26 01:50:00'],
    [TimeInput, '2026-11-26 01:50:37', '2026-11-26 01:50:00'],
    [TimeInput, '20261126', '2026-11-26 00:00:00'],
  ])('takes a day or a time that is typed key by key: %o %s', async (Input, typed, kept) => {
    const taken: (string | null)[] = [];
    const Field = () => {
      const [own, setOwn] = useState<string | null>(null);
      const take = (next: string | null) => {
        taken.push(next);
        setOwn(next);
      };
      return <Input value={own} onChange={take} />;
    };
    const input = (await render(<Field />)).querySelector('input')!;
    await act(async () => input.focus());
    for (const key of typed) await type(input, input.value + key);
    await act(async () => input.blur());
    await until(() => taken.length > 0);
    expect(taken.at(-1)).toBe(kept);
  });

  it('groups a code by margins: its text stays bare', async () => {
    const box = await render(<CodeText code="4QH7MZ2K9TXABW6R" />);
    expect(box.querySelector('.zy-code')?.textContent).toBe('4QH7MZ2K9TXABW6R');
    expect(box.querySelectorAll('.zy-code > span')).toHaveLength(4);
  });

  it('asks the server for what is typed once the list is open, and names what was chosen', async () => {
    const asked: string[] = [];
    const source = {
      key: ['shops'],
      find: async (words: string) => {
        asked.push(words);
        return words === '' ? [{ value: 1, label: '一号店' }] : [{ value: 2, label: '二号店', note: 'S2' }];
      },
      nameOf: async (id: number) => `第${id}家`,
    };
    const Choice = () => {
      const [value, setValue] = useState<number | undefined>(900);
      return <FoundSelect source={source} nothing="没有这家门店" value={value} onChange={setValue} />;
    };
    const box = await render(<Choice />);
    await until(() => box.textContent.includes('第900家'));
    expect(box.textContent).toContain('第900家');
    expect(asked).toEqual([]);
    const input = box.querySelector('input')!;
    await type(input, '二号');
    await until(() => document.body.textContent.includes('S2'));
    expect(asked.at(-1)).toBe('二号');
    await click(document.querySelector('.zy-found'));
    expect(box.textContent).toContain('二号店');
  });
});
