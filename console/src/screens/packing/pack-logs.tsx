import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct, packLogApi, type PackLogRow } from '@zhuiyuan/contract/packing/pack-log';
import { ScrollText } from 'lucide-react';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { CodeLink } from '../../parts/format/object-links.tsx';
import { cell, count, enumDot, enumTag, text, time, type Column } from '../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';

const columns: Column<PackLogRow>[] = [
  time('at', '时间', { seconds: true }),
  enumTag('act', '动作', PackAct, { width: 84 }),
  cell('parentCode', '箱码', (row) => (row.parentCode ? <CodeLink code={row.parentCode} /> : '-'), { width: 190 }),
  cell(
    'childText',
    '下级码',
    (row) => (row.childCnt === 1 ? <CodeLink code={row.childText} /> : `${row.childText} 共${row.childCnt}`),
    { width: 330 },
  ),
  count('childCnt', '数量', { width: 72 }),
  enumDot('opSrc', '来源', OpSource, { width: 88 }),
  text('operatorName', '操作人', { width: 88 }),
  text('reason', '原因', { width: 140 }),
  text('opNo', '操作编号', { width: 150 }),
];

/** 包装日志: what went into a box and what came out of one, the latest first. */
export const PackLogs = () => {
  const may = useMay();
  const search = useSearch(packLogApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<PackLogRow>();
  const { data: operators = [] } = useRead(codeOpApi.operators, may(codeOpApi.operators.may) ? {} : undefined);
  return (
    <ListScreen
      search={search}
      thing="包装日志"
      columns={[...columns, ...firmColumn]}
      filters={[
        ...firmFilter,
        textFilter('code', '编码', '箱码或下级码'),
        selectFilter('act', '动作', PackAct),
        selectFilter('opSrc', '来源', OpSource),
        selectFilter(
          'operatorId',
          '操作人',
          operators.map(({ id, name }) => ({ value: id, label: name })),
        ),
        dateFilter('dateLimit', '时间'),
      ]}
      card={{ head: 'at', status: 'act', name: 'parentCode', facts: ['childText', 'operatorName'] }}
      empty={{ icon: ScrollText, text: '装箱和拆箱后，每一步都记在这里，不能修改或删除。' }}
    />
  );
};
