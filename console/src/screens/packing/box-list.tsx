import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { mostSealed, packingApi, type ListedBox } from '@zhuiyuan/contract/packing/packing';
import { Button, Checkbox } from 'antd';
import PackageOpen from 'icon:package-open';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { May } from '../../parts/feedback/may.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { Tag } from '../../parts/format/tag.tsx';
import { acts, cell, time, type Column } from '../../parts/list/columns.tsx';
import { dateFilter, prefix, selectFilter, textFilter, type Filter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { lotFilter } from '../../parts/pickers/lot-select.tsx';
import { TaskSelect } from '../../parts/pickers/task-select.tsx';
import { boxColumns } from './box-columns.tsx';
import { BoxContents } from './box-contents.tsx';
import { BoxDrawer } from './box-drawer.tsx';
import { useBoxActs } from './use-box-acts.tsx';
import './packing.css';

const onlyFilter = <N extends string>(name: N, label: string): Filter<N> => ({
  name,
  label,
  control: ({ value, set }) => (
    <Checkbox checked={value === 'true'} onChange={({ target }) => set(target.checked ? 'true' : undefined)}>
      {label}
    </Checkbox>
  ),
  words: () => '是',
});

const taskFilter: Filter<'taskId'> = {
  name: 'taskId',
  label: '任务',
  may: taskApi.listAll.may,
  control: ({ label, value, set }) => (
    <TaskSelect
      label={label}
      prefix={prefix(label)}
      placeholder="编号或名称"
      value={value === undefined ? undefined : Number(value)}
      onChange={(taskId) => set(taskId === undefined ? undefined : String(taskId))}
    />
  ),
  words: (value) => `任务 ${value}`,
};

const setColumn = cell<ListedBox>('isSet', '套标', (row) => (row.isSet ? <Tag tone="kind">套标</Tag> : '-'), {
  width: 72,
});

/** Sealing is one operation, and an operation is one firm's. */
const whyNoSeal = (rows: readonly ListedBox[]): string | undefined => {
  if (rows.length > mostSealed) return `一次最多封${mostSealed}箱`;
  const empty = rows.filter(({ boxState }) => boxState === BoxState.empty).length;
  if (empty > 0) return `所选有${empty}个空箱，空箱不能封箱`;
  return rows.some(({ firmId }) => firmId !== rows[0]!.firmId) ? '一次只能封同一企业的箱' : undefined;
};

const contentsOf = (row: ListedBox) => <BoxContents box={row} />;

/** 箱列表: boxes with what lies in them, opened level by level; of a chosen task also the sets that nobody touched. */
export const BoxList = () => {
  const may = useMay();
  const search = useSearch(packingApi.boxes);
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ListedBox>();
  const [opened, setOpened] = useState<ListedBox>();
  const box = useBoxActs();
  const mayOpen = may(identityApi.children.may);
  const shown = boxColumns<ListedBox>(setOpened);
  const columns: Column<ListedBox>[] = [
    ...shown.slice(0, 3),
    // Without a task only boxes that were touched are listed.
    ...(search.values['taskId'] ? [setColumn] : []),
    ...shown.slice(3),
    ...firmColumn,
    time('packedAt', '装箱时间', { seconds: true }),
    acts((row) => [{ label: '查看', run: () => setOpened(row) }, ...box.of(row)]),
  ];
  const batch = (picked: Picked<ListedBox>) => (
    <>
      <May of={packingApi.sealMany.may}>
        <Button
          disabled={whyNoSeal(picked.rows) !== undefined}
          title={whyNoSeal(picked.rows)}
          onClick={() =>
            void box.sealAll(picked.rows).then(
              (isDone) => isDone && picked.clear(),
              () => undefined,
            )
          }
        >
          批量封箱
        </Button>
      </May>
      <May of={packingApi.print.may}>
        <Button onClick={() => box.print(picked.rows)}>批量打印</Button>
      </May>
    </>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="箱"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '编码', '箱码或箱内任一编码'),
          taskFilter,
          selectFilter('level', '箱级别', Level),
          selectFilter('productId', '产品', products),
          onlyFilter('empty', '仅空箱'),
          onlyFilter('unfull', '仅未满'),
          lotFilter('lotId', '批号'),
          selectFilter('boxState', '状态', BoxState),
          dateFilter('dateLimit', '装箱时间'),
        ]}
        batch={batch}
        expand={mayOpen ? { of: contentsOf, may: ({ childCnt }) => childCnt > 0 } : undefined}
        card={{
          head: 'level',
          status: 'boxState',
          name: 'code',
          facts: [
            (row) => `装量 ${countText(row.childCnt)}/${countText(row.capacity)}`,
            'storeName',
            'lotNo',
            'shipStatus',
          ],
        }}
        empty={{ icon: PackageOpen, text: '装过的箱会列在这里；选择任务后，套标的箱也按序号列出。' }}
      />
      <May of={identityApi.children.may}>
        <BoxDrawer box={opened} close={() => setOpened(undefined)} />
      </May>
      {box.dialogs}
    </>
  );
};
