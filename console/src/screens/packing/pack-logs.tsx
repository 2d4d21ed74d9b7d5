import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct, packLogApi, type PackLogRow } from '@zhuiyuan/contract/packing/pack-log';
import { Button } from 'antd';
import ScrollText from 'icon:scroll-text';
import { useNavigate } from 'react-router';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { May } from '../../parts/feedback/may.tsx';
import { TextWithCodes } from '../../parts/format/code.tsx';
import { CodeLink, OpLink } from '../../parts/format/object-links.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import { acts, cell, count, enumDot, enumTag, text, time, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { PackedCodes } from './packed-codes.tsx';
import './packing.css';

const page = '/identity/packLogCreat';

/** Why something was refused, or what was said of why it was done. */
const whyOf = ({ errMsg, reason }: PackLogRow): string => errMsg || reason;

/** {@link whyOf}, and that it was told afterwards. */
const toldOf = (row: PackLogRow): string => [row.isLate ? '补录' : '', whyOf(row)].filter(Boolean).join(' ');

const columns: Column<PackLogRow>[] = [
  time('at', '时间', { seconds: true }),
  enumDot('act', '动作', PackAct, { width: 72 }),
  enumTag('result', '结果', LogResult, { width: 80 }),
  cell('parentCode', '箱码', (row) => (row.parentCode ? <CodeLink code={row.parentCode} /> : '-'), { width: 190 }),
  cell('childText', '下级码', (row) => <PackedCodes row={row} />, { width: 220 }),
  {
    ...cell<PackLogRow>(
      'reason',
      '原因',
      (row) => (
        <span className="zy-box-lot">
          {row.isLate && <Tag tone="kind">补录</Tag>}
          <span className="zy-pack-reason" title={whyOf(row)}>
            <TextWithCodes text={whyOf(row) || (row.isLate ? '' : '-')} />
          </span>
        </span>
      ),
      { width: 170 },
    ),
    bare: (row) => toldOf(row) || '-',
  },
  text('operatorName', '操作人', { width: 88 }),
  count('childCnt', '数量', { width: 72 }),
  enumDot('opSrc', '来源', OpSource, { width: 88 }),
  cell('opNo', '操作编号', (row) => (row.opNo ? <OpLink opNo={row.opNo} /> : '-'), { width: 150 }),
];

/** 包装日志: what went into a box, what came out of one, and what was refused, the latest first. */
export const PackLogs = () => {
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch(packLogApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<PackLogRow>();
  const { data: operators = [] } = useRead(codeOpApi.operators, may(codeOpApi.operators.may) ? {} : undefined);
  return (
    <ListScreen
      search={search}
      thing="包装日志"
      columns={[
        ...columns,
        ...firmColumn,
        acts<PackLogRow>((row) => [{ label: '详情', run: () => navigate(`${page}/${row.id}`) }]),
      ]}
      filters={[
        ...firmFilter,
        textFilter('code', '编码', '箱码或下级码'),
        selectFilter('act', '动作', PackAct),
        selectFilter('result', '结果', LogResult),
        selectFilter('opSrc', '来源', OpSource),
        {
          ...selectFilter<'operatorId'>(
            'operatorId',
            '操作人',
            operators.map(({ id, name }) => ({ value: id, label: name })),
          ),
          may: codeOpApi.operators.may,
        },
        dateFilter('dateLimit', '时间'),
      ]}
      buttons={
        <>
          <May of={packLogApi.save.may}>
            <Button type="primary" onClick={() => void navigate(page)}>
              补录包装
            </Button>
          </May>
          <ExportButton biz="pack_log" endpoint={packLogApi.export} input={search.values} />
        </>
      }
      card={{
        head: 'at',
        status: 'result',
        name: 'parentCode',
        facts: ['act', 'childText', (row) => toldOf(row) || undefined, 'operatorName'],
      }}
      empty={{ icon: ScrollText, text: '装箱和拆箱后，每一步都记在这里，不能修改或删除。' }}
    />
  );
};
