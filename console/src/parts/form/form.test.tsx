import { defineApi } from '@zhuiyuan/contract/kit/endpoint';
import { fen, optionalText, text } from '@zhuiyuan/contract/kit/fields';
import { pageOf, paging } from '@zhuiyuan/contract/kit/page';
import { act, useCallback, useEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, byText, clear, click, press, render, settle, type, until } from '../../../test/render.tsx';
import { MoneyField, TextField } from './fields.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { RowFields } from './row-fields.tsx';
import { useDraft } from './use-draft.ts';

const AgentDraft = z.object({
  name: text('名称', { max: 10 }),
  phone: z
    .string({ error: '请输入电话' })
    .regex(/^\d{11}$/, { error: ({ input }) => `手机号应为 11 位数字，现在是 ${String(input).length} 位` }),
  credit: fen('额度').optional(),
  remark: optionalText('备注', 20),
  people: z.array(z.object({ name: text('联系人') })).default([]),
});
const agentApi = defineApi({
  save: {
    method: 'POST',
    path: '/test/agent/save',
    may: 'signed-in',
    input: AgentDraft,
    data: z.object({ id: z.number() }),
    title: '保存',
  },
});

const agentsApi = {
  method: 'GET',
  path: '/test/agent/list',
  may: 'signed-in',
  input: z.object(paging),
  data: pageOf(z.object({ name: z.string() })),
  title: '经销商',
} as const;

const Agents = ({ start }: { start: Record<string, unknown> }) => {
  const draft = useDraft({ create: agentApi.save });
  const open = draft.isOpen;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once
  useEffect(() => draft.open(undefined, start), []);
  return (
    <>
      <p>{open ? '打开' : '关闭'}</p>
      <FormDrawer draft={draft} thing="经销商">
        <TextField name="name" label="名称" />
        <TextField name="phone" label="电话" />
        <MoneyField name="credit" label="额度" />
        <TextField name="remark" label="备注" />
        <RowFields name="people" label="联系人" add="添加联系人" blank={() => ({})}>
          {() => <TextField name="name" label="联系人" />}
        </RowFields>
      </FormDrawer>
    </>
  );
};

const field = (name: string) => document.querySelector<HTMLInputElement>(`[id$="_${name}"]`)!;
const errors = () => [...document.querySelectorAll('.ant-form-item-explain-error')].map((each) => each.textContent);
const leave = (input: HTMLElement) =>
  act(async () => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const save = async () => {
  await click([...document.querySelectorAll('.zy-form-foot button')].at(-1));
  await settle(30);
};

describe('a draft form', { timeout: 60_000 }, () => {
  afterEach(clear);

  it('checks a field by the schema when it is left, and again while it is mended', async () => {
    await render(<Agents start={{}} />);
    expect(errors()).toEqual([]);
    await type(field('phone'), '123');
    expect(errors()).toEqual([]);
    await leave(field('phone'));
    await until(() => errors().length > 0);
    expect(errors()).toEqual(['手机号应为 11 位数字，现在是 3 位']);
    await type(field('phone'), '13882104570');
    await settle(20);
    expect(document.body.textContent).not.toContain('处需要修改');
  });

  it('shows every text at submit, counts them, and moves to the first', async () => {
    const asked = answer(() => ({ data: { id: 1 } }));
    await render(<Agents start={{ people: [{}] }} />);
    await save();
    expect(errors()).toEqual(['请输入名称', '请输入电话', '请输入联系人']);
    expect(byText('还有 3 处需要修改')).toBeDefined();
    expect(document.activeElement).toBe(field('name'));
    expect(asked).toEqual([]);
  });

  it('sends what was typed, money in fen and nothing that is blank, then closes', async () => {
    let sent: Record<string, unknown> = {};
    answer((_url, body) => {
      sent = body;
      return { data: { id: 8 } };
    });
    const box = await render(<Agents start={{ phone: '13882104570', remark: '' }} />);
    await type(field('name'), '锦和');
    await type(field('credit'), '12.5');
    await press(field('name'), 'Enter', { ctrlKey: true });
    await settle(30);
    expect(sent).toEqual({ name: '锦和', phone: '13882104570', credit: 1250 });
    expect(box.textContent).toContain('关闭');
    expect(document.body.textContent).toContain('创建成功');
  });

  it('sends null for what was emptied', async () => {
    let sent: Record<string, unknown> = {};
    answer((_url, body) => {
      sent = body;
      return { data: { id: 8 } };
    });
    await render(<Agents start={{ name: '锦和', phone: '13882104570', credit: 1250, remark: '老客户' }} />);
    await type(field('credit'), '');
    await type(field('remark'), '');
    await save();
    expect(sent).toEqual({ name: '锦和', phone: '13882104570', credit: null, remark: null });
  });

  it('binds refusals of the server to their fields until the value changes', async () => {
    answer(() => ({ code: 400, message: '名称已存在', data: { fields: [{ field: 'name', message: '名称已存在' }] } }));
    await render(<Agents start={{ name: '锦和', phone: '13882104570' }} />);
    await save();
    expect(errors()).toEqual(['名称已存在']);
    await leave(field('name'));
    expect(errors()).toEqual(['名称已存在']);
    await type(field('name'), '锦和商贸');
    await settle(20);
    expect(document.body.textContent).not.toContain('处需要修改');
  });

  it('shows what no field is meant by above the buttons, and how to go on from a stale row', async () => {
    answer(() => ({ code: 409, message: '数据已被他人修改，请刷新后重试', data: null }));
    const box = await render(<Agents start={{ name: '锦和', phone: '13882104570' }} />);
    await save();
    expect(document.querySelector('.zy-notice')?.textContent).toContain('数据已被他人修改，请刷新后重试');
    await click(byText('关闭并刷新列表'));
    expect(box.textContent).toContain('关闭');
  });

  it('asks before it throws typed text away', async () => {
    const box = await render(<Agents start={{ name: '锦和' }} />);
    await click(byText('取消')?.closest('button'));
    expect(box.textContent).toContain('关闭');
    await clear();
    const again = await render(<Agents start={{ name: '锦和' }} />);
    await type(field('name'), '锦和商贸');
    await click(byText('取消')?.closest('button'));
    await settle(50);
    expect(document.body.textContent).toContain('放弃未保存的修改');
    await click(byText('继续编辑')?.closest('button'));
    expect(again.textContent).toContain('打开');
  });

  it('begins every opening with its own row, also from a handler of an old render', async () => {
    const Two = () => {
      const draft = useDraft({ create: agentApi.save, list: agentsApi, from: ({ name }) => ({ name }) });
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first render's handler, kept on purpose
      const first = useCallback((name: string) => draft.open({ name }), []);
      return (
        <>
          <button onClick={() => first('甲')}>开甲</button>
          <button onClick={() => first('乙')}>开乙</button>
          <FormDrawer draft={draft} thing="经销商">
            <TextField name="name" label="名称" />
          </FormDrawer>
        </>
      );
    };
    await render(<Two />);
    await click(byText('开甲'));
    await settle(20);
    expect(field('name').value).toBe('甲');
    await type(field('name'), '丙');
    await click(byText('开乙'));
    await settle(20);
    expect(field('name').value).toBe('乙');
  });
});
