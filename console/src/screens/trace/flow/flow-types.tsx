import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { flowTypeApi, type FlowTypeRow } from '@zhuiyuan/contract/trace/flow/flow-type';
import { Button } from 'antd';
import { ListChecks } from 'lucide-react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { BatchDelete } from '../../../parts/list/batch-delete.tsx';
import { acts, cell, count, enumDot, name, onOff, time, type Column } from '../../../parts/list/columns.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { TypeIcon } from './icon-input.tsx';
import './flow.css';

const lists = [flowTypeApi.list];
const removePicked = (picked: Picked<FlowTypeRow>) => (
  <BatchDelete endpoint={flowTypeApi.removeMany} picked={picked} refresh={lists} />
);

/** 流程类型: kinds of steps and the fields their records are filled in by. */
export const FlowTypes = () => {
  const navigate = useNavigate();
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<FlowTypeRow>();
  const search = useSearch(flowTypeApi.list);
  const remove = useAct(flowTypeApi.remove, { done: '删除成功', refresh: lists });
  const flip = async (row: FlowTypeRow, isOn: boolean) => {
    await call(flowTypeApi.updateStatus, { id: row.id, status: isOn ? 0 : 1 }, { quiet: true });
    search.reload();
    return true;
  };
  const edit = (row: FlowTypeRow) => navigate(`/identity/flowTypeCreat/${row.id}`);

  const columns: Column<FlowTypeRow>[] = [
    cell('icon', '图标', (row) => <TypeIcon icon={row.icon} />, { width: 56 }),
    name('name', '类型名称', { open: may(flowTypeApi.update.may) ? edit : undefined }),
    enumDot('stage', '环节', FlowStage, { width: 104 }),
    count('fieldCount', '字段数', { width: 80 }),
    count('recordCount', '记录数', { width: 90 }),
    cell('public', '默认公开', (row) => (row.public ? '公开' : '不公开'), { width: 88 }),
    count('sort', '排序', { width: 72 }),
    ...firmColumn,
    may(flowTypeApi.updateStatus.may)
      ? onOff('status', '状态', { on: (value) => value === 0, change: flip, name: (row) => row.name })
      : enumDot('status', '状态', Enabled),
    time('createTime', '创建时间'),
    acts((row) => [
      { label: '编辑', may: flowTypeApi.update.may, run: () => edit(row) },
      {
        label: '查看记录',
        may: 'admin:identity:flow:list',
        run: () => navigate(`/identity/flowManager?flowTypeId=${row.id}`),
      },
      {
        label: '删除',
        may: flowTypeApi.remove.may,
        destructive: true,
        confirm: '确定删除当前数据',
        run: () => remove({ id: row.id }),
      },
    ]),
  ];
  const add = (
    <May of={flowTypeApi.save.may}>
      <Button type="primary" onClick={() => navigate('/identity/flowTypeCreat')}>
        新增流程类型
      </Button>
    </May>
  );
  return (
    <ListScreen
      search={search}
      thing="流程类型"
      columns={columns}
      filters={[
        ...firmFilter,
        textFilter('name', '名称'),
        selectFilter('stage', '环节', FlowStage),
        selectFilter('status', '状态', Enabled),
      ]}
      buttons={add}
      batch={may(flowTypeApi.removeMany.may) ? removePicked : undefined}
      card={{
        head: 'name',
        status: 'status',
        facts: ['stage', (row) => `${row.fieldCount} 个字段`, (row) => `${row.recordCount} 条记录`],
      }}
      empty={{ icon: ListChecks, text: '流程类型规定一个环节要记录哪些内容，如采摘、质检、入库。', action: add }}
    />
  );
};
