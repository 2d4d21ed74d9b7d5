import { categoryApi, CategoryType, type CategoryBranch } from '@zhuiyuan/contract/category/category';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import Plus from 'icon:plus';
import Shapes from 'icon:shapes';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { May } from '../../parts/feedback/may.tsx';
import { Thumb } from '../../parts/format/thumb.tsx';
import { Empty, Failed, NothingFound } from '../../parts/feedback/states.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { acts, cell, count, type Column } from '../../parts/list/columns.tsx';
import { inWords, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { OnOff } from '../../parts/list/on-off.tsx';
import { TreeName, treeRows, type TreeRow } from '../../parts/list/tree-name.tsx';
import { TreeScreen } from '../../parts/list/tree-screen.tsx';
import { useIsPlatform } from '../../parts/pickers/firm-field.tsx';
import { ProductClassForm, useProductClassDraft } from './product-class-form.tsx';

type Row = TreeRow<Omit<CategoryBranch, 'child'>>;

const none: CategoryBranch[] = [];
const trees = [categoryApi.tree];
const allStates = -1;
const filters = [
  selectFilter('status', '状态', [
    { value: 1, label: '显示' },
    { value: 0, label: '隐藏' },
  ]),
  textFilter('name', '名称', '请输入名称'),
];

const idsOf = (branches: readonly CategoryBranch[]): number[] =>
  branches.flatMap(({ id, child }) => [id, ...idsOf(child)]);

/** 商品分类: the classes that products stand in. The platform keeps them, firms choose from them. */
export const ProductClasses = () => {
  const isPlatform = useIsPlatform();
  const [values, setValues] = useState<Record<string, string | undefined>>({});
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const input = { type: CategoryType.product, status: Number(values.status ?? allStates), name: values.name };
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [categoryApi.tree.path, CategoryType.product, input.status, input.name],
    queryFn: () => call(categoryApi.tree, input, { quiet: true }),
    placeholderData: (before) => before,
  });
  const draft = useProductClassDraft();
  const remove = useAct(categoryApi.remove, { done: '删除成功', refresh: trees });

  const classes = data ?? none;
  const isFiltered = Object.values(values).some(Boolean);
  const isOpen = (id: number) => isFiltered || opened.has(id);
  const rows = treeRows(classes, isOpen);
  const search = {
    values,
    rows,
    isFirstLoad: isPending,
    isLoading: isFetching,
    set: (changes: Record<string, string | undefined>) => setValues({ ...values, ...changes }),
    reset: () => setValues({}),
    reload: () => void refetch(),
  };
  const toggle = (id: number) =>
    setOpened(opened.has(id) ? new Set([...opened].filter((one) => one !== id)) : new Set([...opened, id]));
  const flip = async (row: Row) => {
    await call(categoryApi.switchStatus, { id: row.id }, { quiet: true });
    void refetch();
  };
  const addBelow = (row: Row) => {
    setOpened(new Set([...opened, row.id]));
    draft.open(undefined, { pid: row.id });
  };
  const actsOf = (row: Row): Act[] => [
    { label: '编辑', may: categoryApi.update.may, run: () => draft.open(row) },
    ...(row.pid === 0 ? [{ label: '添加子目录', may: categoryApi.save.may, run: () => addBelow(row) }] : []),
    {
      label: '删除',
      may: categoryApi.remove.may,
      destructive: true,
      confirm: `确定删除分类“${row.name}”？`,
      blocked: row.hasBelow ? '当前分类下有子类，请先删除子类！' : undefined,
      run: () => remove({ id: row.id }),
    },
  ];

  const columns: Column<Row>[] = [
    cell('name', '名称', (row) => <TreeName row={row} isOpen={isOpen(row.id)} toggle={() => toggle(row.id)} />),
    cell(
      'status',
      '状态',
      (row) =>
        row.isOwn ? (
          <OnOff
            isOn={row.status}
            change={() => flip(row)}
            label={`显示 ${row.name}`}
            may={categoryApi.switchStatus.may}
          />
        ) : row.status ? (
          '显示'
        ) : (
          '隐藏'
        ),
      { width: 76 },
    ),
    cell('extra', '分类图标', (row) => <Thumb src={row.extra} label={row.name} />, { width: 76 }),
    count('sort', '排序', { width: 72 }),
    ...(isPlatform ? [acts(actsOf)] : []),
  ];
  const add = isPlatform && (
    <May of={categoryApi.save.may}>
      <Button type="primary" icon={<Plus size={14} strokeWidth={1.6} />} onClick={() => draft.open()}>
        新增产品分类
      </Button>
    </May>
  );
  let instead = null;
  if (error && !data) instead = <Failed error={error} retry={search.reload} />;
  else if (!isPending && rows.length === 0)
    instead = isFiltered ? (
      <NothingFound
        title="没有符合条件的分类"
        filters={inWords(filters, values).map(({ text }) => text)}
        clear={search.reset}
      />
    ) : (
      <Empty icon={Shapes} title="还没有产品分类" text="产品按分类筛选，分类最多五级。" action={add} />
    );
  return (
    <>
      <TreeScreen
        search={search}
        filters={filters}
        columns={columns}
        add={add}
        isFiltered={isFiltered}
        openAll={() => setOpened(new Set(opened.size > 0 ? [] : idsOf(classes)))}
        count={idsOf(classes).length}
        card={{ head: 'name', status: 'status', facts: [(row) => `排序 ${row.sort}`] }}
        flash={draft.savedId}
        instead={instead}
      />
      <ProductClassForm draft={draft} classes={classes} />
    </>
  );
};
