import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import type { RowOf } from '../../lib/list-endpoint.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../lib/toast.ts';
import { May } from '../feedback/may.tsx';
import { useAct } from '../feedback/use-act.ts';
import { useDraft, type DraftEndpoint, type DraftOptions } from '../form/use-draft.ts';
import type { Act } from './acts.tsx';
import { BatchDelete, type RemoveManyEndpoint } from './batch-delete.tsx';
import { enumDot, onOff, type Column } from './columns.tsx';
import type { Picked } from './list-screen.tsx';

type RowsEndpoint = Endpoint<z.ZodObject, z.ZodType<Page<{ id: number }>>>;
type RemoveEndpoint = Endpoint<z.ZodObject<{ id: z.ZodType }>>;
type StatusEndpoint = Endpoint<z.ZodObject<{ id: z.ZodType; status: typeof Enabled.schema }>>;

/** The calls of a resource that its list makes; what is missing is not offered. */
interface CrudApi<L extends RowsEndpoint, C extends DraftEndpoint, U extends DraftEndpoint> {
  list: L;
  save: C;
  update?: U;
  updateStatus?: StatusEndpoint;
  remove: RemoveEndpoint;
  removeMany?: RemoveManyEndpoint;
}

type CrudOptions<L extends RowsEndpoint, C extends DraftEndpoint, U extends DraftEndpoint> = Omit<
  DraftOptions<C, U, L>,
  'create' | 'update' | 'list' | 'done'
> & {
  /** Address of the form where it is a page of its own; the number of a row follows it. */
  page?: string;
  done?: { create?: string; update?: string; remove?: string };
};

const noOthers: readonly Endpoint[] = [];

/**
 * What a list does with its rows: which one is open in the form, the deletes of one and of many, the switch of the status, and
 * the lists to read again afterwards. Each act is left out for people who may not do it.
 */
export const useCrud = <L extends RowsEndpoint, C extends DraftEndpoint, U extends DraftEndpoint = C>(
  api: CrudApi<L, C, U>,
  { page, refresh = noOthers, done = {}, ...options }: CrudOptions<L, C, U> = {},
) => {
  type Row = RowOf<L>;
  const may = useMay();
  const navigate = useNavigate();
  const client = useQueryClient();
  const lists = useMemo(() => [...new Set<Endpoint>([api.list, ...refresh])], [api.list, refresh]);
  const draft = useDraft<C, U, L>({ create: api.save, update: api.update, list: api.list, refresh, done, ...options });
  const removeRow = useAct(api.remove, { done: done.remove ?? '删除成功', refresh: lists });
  const { updateStatus, removeMany } = api;
  const status = 'status' as keyof Row & string;

  const add = () => (page ? void navigate(page) : draft.open());
  const edit = (row: Row) => (page ? void navigate(`${page}/${row.id}`) : draft.open(row));
  const mayEdit = (api.update ?? api.save).may;
  const setStatus = async (row: Row, isOn: boolean) => {
    if (!updateStatus) throw new Error(`${api.list.path} has no status`);
    await call(updateStatus, { id: row.id, status: isOn ? Enabled.on : Enabled.off }, { quiet: true });
    for (const list of lists) void client.invalidateQueries({ queryKey: [list.path] });
    return true;
  };

  return {
    lists,
    draft,
    add,
    edit,
    /** Opens the form from the row's name; nothing without the permission. */
    open: may(mayEdit) ? edit : undefined,
    setStatus,
    addButton: (text: string): ReactNode => (
      <May of={api.save.may}>
        <Button type="primary" onClick={add}>
          {text}
        </Button>
      </May>
    ),
    editAct: (row: Row): Act => ({ label: '编辑', may: mayEdit, run: () => edit(row) }),
    removeAct: (row: Row, question = '确定删除当前数据'): Act => ({
      label: '删除',
      may: api.remove.may,
      destructive: true,
      confirm: question,
      run: () => removeRow({ id: row.id }),
    }),
    /** 批量删除 of the picked rows, for the list's `batch`. */
    batch:
      removeMany && may(removeMany.may)
        ? (picked: Picked<RowOf<L>>): ReactNode => <BatchDelete endpoint={removeMany} picked={picked} refresh={lists} />
        : undefined,
    /** 状态 as a switch for those who may change it; `ask` is asked before a row is disabled. */
    statusColumn: (nameOf: (row: Row) => string, ask?: string): Column<RowOf<L>> =>
      updateStatus && may(updateStatus.may)
        ? onOff(status, '状态', {
            on: (value) => value === Enabled.on,
            name: nameOf,
            change: async (row, isOn) => (isOn || !ask || (await confirm({ text: ask }))) && setStatus(row, isOn),
          })
        : enumDot(status, '状态', Enabled),
  };
};
