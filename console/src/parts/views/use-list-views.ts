import { listViewApi, mayChangeShared, type ListView, type ViewContent } from '@zhuiyuan/contract/settings/list-view';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { useDraft } from '../form/use-draft.ts';
import {
  changeColumn,
  isSameLayout,
  toShown,
  toUsualLayout,
  type LaidOut,
  type UsualOptions,
} from './column-layout.ts';
import type { FixedView } from './use-fixed-views.ts';
import { findOwn, useKeepList, useOwnLists } from './own-lists.ts';

type Values = Record<string, string | undefined>;

/** A list whose filters, and the view that is open, stand in the address. */
export interface Viewed {
  path: string;
  values: Values;
  /** Number of the open view; 0 = none although another one opens by default. */
  view?: number;
  /** Absent where the filters do not stand in the address: such a list has no views. */
  openView?: (view: number | undefined, values: Values) => void;
  /** The address says nothing of filters or pages. */
  isBare?: boolean;
  fixedViews?: readonly FixedView[];
}

const setOf = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter((entry): entry is [string, string] => Boolean(entry[1]))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );
const isSameValues = (a: Values, b: Values): boolean => JSON.stringify(setOf(a)) === JSON.stringify(setOf(b));
const refresh = [listViewApi.own];
const allRows: FixedView = { name: '', label: '全部' };

/** How a list looks, the views there are of it, and what a person does with them. */
export type ListViews = ReturnType<typeof useListViews>;

/**
 * The layout and the saved views of a list. Outside of views a changed layout is kept at once, for this person; within one it is kept,
 * with the filters, by 更新视图 only.
 */
export const useListViews = (search: Viewed, columns: readonly LaidOut[], options: UsualOptions) => {
  const may = useMay();
  const client = useQueryClient();
  const { data } = useOwnLists();
  // A list within a drawer or a page shows the same rows in other columns.
  const list = search.openView ? search.path : `${search.path}#part`;
  const keep = useKeepList(list);
  const usual = toUsualLayout(columns, options);
  const { layout: own, viewId } = findOwn(data, list);
  const views = (data?.views ?? []).filter((view) => view.list === list);
  const served = search.view ? views.find(({ id }) => id === search.view) : undefined;
  // What was opened: somebody else may change it meanwhile.
  const [opened, setOpened] = useState(served);
  if (served && opened?.id !== served.id) setOpened(served);
  const base = served && (opened?.id === served.id ? opened : served);
  const [draft, setDraft] = useState<{ id: number; layout: ViewContent['layout'] }>();

  const kept = base ? base.content.layout : own;
  const wanted = (base && draft?.id === base.id ? draft.layout : kept) ?? usual;
  // Of columns a list no longer has nothing would be left.
  const layout = toShown(columns, wanted).some(({ acts }) => !acts) ? wanted : usual;
  const changes = {
    layout: base !== undefined && !isSameLayout(layout, kept ?? usual),
    values: base !== undefined && !isSameValues(search.values, base.content.values),
  };
  const fixed = search.fixedViews?.length ? search.fixedViews : [allRows];
  const openedFixed = fixed.find(({ name }) => name && search.values[name]) ?? fixed[0];
  const isChanged = changes.layout || changes.values;
  const newer = served && base && served.version > base.version ? served : undefined;
  const byDefault = views.find(({ id }) => id === viewId);

  const open = (view: ListView | undefined) => {
    setOpened(view);
    setDraft(undefined);
    search.openView?.(view?.id ?? (byDefault ? 0 : undefined), view?.content.values ?? {});
  };
  const openFixed = (name: FixedView['name']) => {
    setOpened(undefined);
    setDraft(undefined);
    search.openView?.(byDefault ? 0 : undefined, name ? { [name]: '1' } : {});
  };
  const openDefault = useEffectEvent(() => byDefault && search.isBare && open(byDefault));
  const defaultId = byDefault?.id;
  useEffect(() => {
    if (defaultId !== undefined) openDefault();
  }, [defaultId]);
  const adopt = useEffectEvent(() => newer && !isChanged && open(newer));
  const newVersion = newer?.version;
  useEffect(() => {
    if (newVersion !== undefined) adopt();
  }, [newVersion]);

  const content = (): ViewContent => ({
    values: setOf(search.values),
    layout: isSameLayout(layout, usual) ? null : layout,
  });
  const reload = () => client.refetchQueries({ queryKey: [listViewApi.own.path] });
  const put = async (view: ListView, change: Partial<ListView>) => {
    const { id, version, name, isShared, content: former } = view;
    try {
      const saved = await call(
        listViewApi.update,
        { id, version, name, isShared, content: former, ...change },
        { quiet: true },
      );
      setOpened({ ...view, ...change, version: saved.version });
      setDraft(undefined);
    } catch (error) {
      if (error instanceof ApiError) error.isShown = error.code === 409;
      toast.failure(error);
    }
    await reload();
  };
  const form = useDraft({
    create: listViewApi.save,
    update: listViewApi.update,
    refresh,
    blank: () => ({ list, isShared: false, content: content() }),
    from: (row) => {
      const { id, version, name, isShared, content: former } = row as ListView;
      return { id, version, name, isShared, content: former };
    },
    done: { create: '视图已保存', update: '视图已保存' },
    onSaved: (saved, values) => {
      const now = { ...(values as Pick<ListView, 'name' | 'isShared' | 'content'>), ...saved };
      void reload().then(() => {
        if (search.view === now.id) setOpened((before) => before && { ...before, ...now });
        else search.openView?.(now.id, now.content.values);
      });
    },
  });

  const change = (next: ViewContent['layout']) => {
    if (base) setDraft({ id: base.id, layout: next ?? usual });
    else keep({ layout: next && isSameLayout(next, usual) ? null : next });
  };

  return {
    layout,
    isUsual: isSameLayout(layout, usual),
    /** Null goes back to the usual columns. */
    change,
    resize: (key: string, width: number) =>
      change({ ...layout, columns: changeColumn(layout.columns, key, { width }) }),
    isOffered: search.openView !== undefined,
    /** 全部 and the other tabs everybody has. */
    fixed: fixed.map((one) => ({ ...one, isOpen: !base && one === openedFixed })),
    openFixed,
    views,
    current: base,
    defaultId,
    changes,
    isChanged,
    /** The open view as somebody else left it meanwhile. */
    newer: isChanged ? newer : undefined,
    mayChange: base !== undefined && (base.isOwn || may(mayChangeShared)),
    form,
    open,
    restore: () => base && open(base),
    update: () => base && put(base, { content: content() }),
    share: (isShared: boolean) => base && put(base, { isShared }),
    setDefault: (isDefault: boolean) => base && keep({ viewId: isDefault ? base.id : null }),
    remove: async () => {
      if (!base || !(await confirm({ text: `确定删除视图“${base.name}”？`, verb: '删除', isDanger: true }))) return;
      try {
        await call(listViewApi.remove, { id: base.id }, { quiet: true });
        search.openView?.(undefined, {});
        toast.success('删除成功');
      } catch (error) {
        toast.failure(error);
      }
      await reload();
    },
  };
};
