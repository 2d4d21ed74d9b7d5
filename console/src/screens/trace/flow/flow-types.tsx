import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { flowTypeApi, type FlowTypeRow } from '@zhuiyuan/contract/trace/flow/flow-type';
import ListChecks from 'icon:list-checks';
import { useNavigate } from 'react-router';
import { acts, cell, count, enumDot, name, time, type Column } from '../../../parts/list/columns.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { TypeIcon } from './icon-input.tsx';
import './flow.css';

/** 流程类型: kinds of steps and the fields their records are filled in by. */
export const FlowTypes = () => {
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<FlowTypeRow>();
  const search = useSearch(flowTypeApi.list);
  const crud = useCrud(flowTypeApi, { page: '/identity/flowTypeCreat' });

  const columns: Column<FlowTypeRow>[] = [
    cell('icon', '图标', (row) => <TypeIcon icon={row.icon} />, { width: 56 }),
    name('name', '类型名称', { open: crud.open }),
    enumDot('stage', '环节', FlowStage, { width: 104 }),
    count('fieldCount', '字段数', { width: 80 }),
    count('recordCount', '记录数', { width: 90 }),
    cell('public', '默认公开', (row) => (row.public ? '公开' : '不公开'), { width: 88 }),
    count('sort', '排序', { width: 72 }),
    ...firmColumn,
    crud.statusColumn((row) => row.name),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      {
        label: '查看记录',
        may: 'admin:identity:flow:list',
        run: () => navigate(`/identity/flowManager?flowTypeId=${row.id}`),
      },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增流程类型');
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
      batch={crud.batch}
      card={{
        head: 'name',
        status: 'status',
        facts: ['stage', (row) => `${row.fieldCount} 个字段`, (row) => `${countText(row.recordCount)} 条记录`],
      }}
      empty={{ icon: ListChecks, text: '流程类型规定一个环节要记录哪些内容，如采摘、质检、入库。', action: add }}
    />
  );
};
