import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { defineApi } from '@zhuiyuan/contract/kit/endpoint';
import { optionalText, text } from '@zhuiyuan/contract/kit/fields';
import { resource } from '@zhuiyuan/contract/kit/resource';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, byText, clear, click, render, settle, type, until } from '../../../test/render.tsx';
import { call } from '../../lib/call.ts';
import { RadioField, TextField } from './fields.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { useDraft } from './use-draft.ts';

const Draft = z.object({
  name: text('名称'),
  phone: text('电话'),
  status: Enabled.schema,
  remark: optionalText('备注', 50),
});
const at = resource('/test/dealer', 'test:dealer', '经销商');
const dealerApi = defineApi({
  info: at.info(Draft.extend({ id: z.number(), version: z.number() })),
  save: at.save(Draft),
  update: at.update(Draft),
});

const Dealer = () => {
  const draft = useDraft({
    create: dealerApi.save,
    update: dealerApi.update,
    from: (row) => call(dealerApi.info, row as { id: number }, { quiet: true }),
  });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once
  useEffect(() => draft.open({ id: 7 }), []);
  return (
    <FormDrawer draft={draft} thing="经销商">
      <TextField name="name" label="名称" />
      <TextField name="phone" label="电话" />
      <RadioField name="status" label="状态" from={Enabled} />
      <TextField name="remark" label="备注" />
    </FormDrawer>
  );
};

const first = { id: 7, version: 1, name: '锦和', phone: '028-1', status: Enabled.on, remark: '' };
let stored: Record<string, unknown> = first;
let saved: Record<string, unknown> | undefined;

const field = (name: string) => document.querySelector<HTMLInputElement>(`[id$="_${name}"]`)!;
const button = (words: string) => byText(words)?.closest('button');
const dialog = () => [...document.querySelectorAll('.zy-conflict-row')];
const unlocked = () => until(() => document.querySelector('.zy-drawer .ant-btn-loading') === null);
/** Presses 保存, which takes no second press for a second. */
const save = async () => {
  await unlocked();
  await click([...document.querySelectorAll('.zy-drawer .zy-form-foot button')].at(-1));
  await settle(50);
};
/** Opens the form of a row that somebody else then saves. */
const openThen = async (theirs: object) => {
  await render(<Dealer />);
  await until(() => field('name')?.value === '锦和');
  stored = { ...first, version: 2, ...theirs };
};

describe('a form whose row somebody else saved meanwhile', { timeout: 60_000 }, () => {
  beforeEach(() => {
    stored = first;
    saved = undefined;
    answer(({ pathname }, body) => {
      if (pathname.endsWith('/info')) return { data: stored };
      if (body['version'] !== stored['version'])
        return { code: 409, message: '数据已被他人修改', data: { by: '李娜', at: '2026-01-05 10:20:30' } };
      saved = body;
      return { data: { id: 7, version: 3 } };
    });
  });
  afterEach(clear);

  it('takes over what only they changed, says so, and saves with the new version', async () => {
    await openThen({ phone: '028-2' });
    await type(field('name'), '锦和商贸');
    await save();
    await until(() => field('phone').value === '028-2');
    expect(dialog()).toEqual([]);
    expect(field('name').value).toBe('锦和商贸');
    expect(document.body.textContent).toContain('已并入李娜 2026-01-05 10:20:30 保存的内容，请核对后再次保存');
    expect(saved).toBeUndefined();
    await save();
    await until(() => saved !== undefined);
    expect(saved).toMatchObject({ version: 2, name: '锦和商贸', phone: '028-2' });
  });

  it('shows both beside each other where both changed it, and goes on with what is chosen for each', async () => {
    await openThen({ name: '锦和食品', phone: '028-2', status: Enabled.off, remark: '新客户' });
    await type(field('name'), '锦和商贸');
    await type(field('remark'), '老客户');
    await save();
    await until(() => dialog().length > 0);
    expect(dialog().map((row) => row.textContent)).toEqual([
      '名称我的锦和商贸对方的锦和食品',
      '备注我的老客户对方的新客户',
    ]);
    expect(document.body.textContent).toContain('李娜 于 2026-01-05 10:20:30 保存过这条数据');
    expect(button('继续')).toMatchObject({ disabled: true });
    const sides = (row: number) => dialog()[row]!.querySelectorAll<HTMLInputElement>('input[type="radio"]');
    await click(sides(0)[1]);
    expect(document.body.textContent).toContain('还有 1 项没有选择');
    await click(sides(1)[0]);
    await click(button('继续'));
    await until(() => field('name').value === '锦和食品');
    expect([field('phone').value, field('remark').value]).toEqual(['028-2', '老客户']);
    await save();
    await until(() => saved !== undefined);
    expect(saved).toMatchObject({
      version: 2,
      name: '锦和食品',
      phone: '028-2',
      status: Enabled.off,
      remark: '老客户',
    });
  });

  it('chooses all at once, and loses nothing typed when it is left', async () => {
    await openThen({ name: '锦和食品', remark: '新客户' });
    await type(field('name'), '锦和商贸');
    await type(field('remark'), '老客户');
    await save();
    await until(() => dialog().length > 0);
    await click([...document.querySelectorAll('.zy-modal .zy-form-foot button')][0]);
    await until(() => dialog().length === 0);
    expect([field('name').value, field('remark').value]).toEqual(['锦和商贸', '老客户']);
    await unlocked();
    await click(byText('逐项比对'));
    await until(() => dialog().length > 0);
    await click(button('全部用对方的'));
    await click(button('全部用我的'));
    await click(button('继续'));
    await until(() => dialog().length === 0);
    await save();
    await until(() => saved !== undefined);
    expect(saved).toMatchObject({ version: 2, name: '锦和商贸', remark: '老客户' });
  });
});
