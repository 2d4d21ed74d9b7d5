import { resource } from '@zhuiyuan/contract/kit/resource';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { filterText } from '@zhuiyuan/contract/kit/fields';
import { useQuery } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { session, useMay, type Session } from '../../lib/session.ts';
import { address, answer, byText, clear, click, render, settle, until } from '../../../test/render.tsx';
import { ActLinks, usableActs } from './acts.tsx';
import { useCrud } from './use-crud.tsx';

const Tea = z.object({ id: z.number(), name: z.string(), status: Enabled.schema });
const tea = resource('/test/tea', 'test:tea', '茶');
const teaApi = {
  list: tea.list(Tea, { name: filterText }),
  save: tea.save(z.object({ name: z.string() })),
  update: tea.update(z.object({ name: z.string() })),
  updateStatus: tea.updateStatus(),
  remove: tea.remove(),
  removeMany: tea.removeMany(),
};
const row = { id: 7, name: '龙井', status: Enabled.on };
const everything = ['test:tea:list', 'test:tea:save', 'test:tea:update', 'test:tea:delete'];

const onePicked = { rows: [row], isAll: false, clear: () => undefined };

const Teas = ({ page }: { page?: string }) => {
  const crud = useCrud(teaApi, { page });
  useQuery({ queryKey: [teaApi.list.path], queryFn: () => call(teaApi.list, { page: 1, limit: 20 }) });
  const may = useMay();
  return (
    <>
      {crud.addButton('新增茶')}
      {crud.batch?.({ keys: [row.id], ...onePicked })}
      <ActLinks acts={usableActs([crud.editAct(row), crud.removeAct(row)], may)} />
      {crud.statusColumn(({ name }) => name, '确定停用？').render(row)}
      <output>{crud.draft.isOpen && `${crud.draft.isNew}:${crud.draft.initial?.['name']}`}</output>
    </>
  );
};

const show = async (permissions: string[], page?: string) => {
  session.set({ permissions: new Set(permissions) } as unknown as Session);
  const calls = answer(() => ({ data: { list: [row], total: 1, page: 1, limit: 20, totalPage: 1 } }));
  return { box: await render(<Teas page={page} />), paths: () => calls.map(({ pathname }) => pathname) };
};
const reads = (paths: string[]) => paths.filter((path) => path === '/api/test/tea/list').length;
const agree = async () => {
  await settle(20);
  await click([...document.querySelectorAll('.ant-modal-confirm-btns button')].at(-1));
};

describe('the acts of a list', { timeout: 60_000 }, () => {
  afterEach(async () => {
    await clear();
    session.set(undefined);
  });

  it('opens an empty form, or one of a row', async () => {
    const { box } = await show(everything);
    await click(byText('新增茶', box));
    expect(box.querySelector('output')?.textContent).toBe('true:undefined');
    await click(byText('编辑', box));
    expect(box.querySelector('output')?.textContent).toBe('false:龙井');
  });

  it('goes to the form where that is a page of its own', async () => {
    const { box } = await show(everything, '/teaForm');
    await click(byText('编辑', box));
    expect(address()).toBe('/teaForm/7');
    await click(byText('新增茶', box));
    expect(address()).toBe('/teaForm');
  });

  it('deletes a row after asking, and reads the list again', async () => {
    const { box, paths } = await show(everything);
    const before = reads(paths());
    await click(byText('删除', box));
    expect(document.body.textContent).toContain('确定删除当前数据');
    expect(paths()).not.toContain('/api/test/tea/delete');
    await agree();
    await until(() => reads(paths()) > before);
    expect(paths()).toContain('/api/test/tea/delete');
    expect(reads(paths())).toBeGreaterThan(before);
  });

  it('asks before it disables a row, and reads the list again', async () => {
    const { box, paths } = await show(everything);
    const before = reads(paths());
    await click(box.querySelector('[role=switch]'));
    expect(document.body.textContent).toContain('确定停用？');
    await agree();
    await until(() => reads(paths()) > before);
    expect(paths()).toContain('/api/test/tea/update/status');
    expect(reads(paths())).toBeGreaterThan(before);
  });

  it('offers nothing a person may not do', async () => {
    const { box } = await show(['test:tea:list']);
    expect(box.querySelector('button')).toBeNull();
    expect(box.textContent).toContain('启用');
  });
});
