import { OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import type { codeOpApi, OpRow } from '@zhuiyuan/contract/codes/ops/code-op';
import type { Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { cell, code, count, enumDot, enumTag, text, time, type Column } from '../../../parts/list/columns.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { OutcomeTag } from '../../../parts/format/outcome-tag.tsx';
import { Tag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import type { RowOf } from '../../../lib/list-endpoint.ts';
import './code-ops.css';

/** `{n}段 {首码}~{尾码}` with its codes grouped; other texts as they are. */
export const RangeText = ({ text: range }: { text: string }) => {
  const [, runs, first, last] = /^(\d+)段 (\S+)~(\S+)$/.exec(range) ?? [];
  if (!first || !last) return <>{range}</>;
  return (
    <span>
      {countText(Number(runs))} 段 <CodeText code={first} />
      {last !== first && (
        <>
          {' ~ '}
          <CodeText code={last} />
        </>
      )}
    </span>
  );
};

const NumberLink = ({ words, isBad = false, open }: { words: string; isBad?: boolean; open: () => void }) => (
  <button type="button" className={isBad ? 'zy-link zy-link-danger' : 'zy-link'} onClick={open}>
    {words}
  </button>
);

/** Whether an operation was carried out but for some of its codes. */
export const isPartlyDone = ({ status, okCnt, failCnt }: Pick<OpRow, 'status' | 'okCnt' | 'failCnt'>): boolean =>
  status === OpStatus.unfinished && okCnt > 0 && failCnt > 0;

/** 状态, 已撤销 or 部分撤销 once it was taken back, with how far its file is worked through or when it is to happen. */
export const OpState = ({
  op,
}: {
  op: Pick<OpRow, 'status' | 'progress' | 'dueAt' | 'okCnt' | 'failCnt' | 'isUndone' | 'keptCnt'>;
}) => (
  <span className="zy-op-state">
    {op.isUndone ? (
      op.keptCnt > 0 ? (
        <Tag tone="wait">部分撤销</Tag>
      ) : (
        <Tag tone="gone">已撤销</Tag>
      )
    ) : (
      <OutcomeTag of={OpStatus} value={op.status} isPartly={isPartlyDone(op)} />
    )}
    {op.status === OpStatus.running && op.progress !== null && <small>{op.progress}%</small>}
    {op.status === OpStatus.running && op.progress === null && op.dueAt && <small>{timeText(op.dueAt)}</small>}
  </span>
);

/** Columns of an operation on codes; its number and its failures open the detail. */
export const opColumns = (open: (row: OpRow) => void, showsFirm: boolean): Column<OpRow>[] => [
  {
    ...cell<OpRow>('opNo', '操作编号', (row) => <NumberLink words={row.opNo} open={() => open(row)} />, { width: 168 }),
    open,
  },
  enumDot('opType', '操作类型', OpType, { width: 88 }),
  cell('rangeText', '范围', (row) => <RangeText text={row.rangeText} />, { width: 400 }),
  count('total', '总数', { width: 110 }),
  count('okCnt', '成功', { width: 88 }),
  cell(
    'failCnt',
    '失败',
    (row) =>
      row.failCnt > 0 ? (
        <NumberLink words={countText(row.failCnt)} isBad open={() => open(row)} />
      ) : (
        <span className="zy-zero">0</span>
      ),
    { width: 64, align: 'right' },
  ),
  {
    ...enumTag<OpRow>('status', '状态', OpStatus, { width: 132 }),
    render: (row) => <OpState op={row} />,
  },
  text('reason', '原因', { width: 120 }),
  enumDot('opSrc', '来源', OpSource, { width: 72 }),
  text('operatorName', '操作人', { width: 96 }),
  ...(showsFirm ? [text<OpRow>('firmName', '所属企业', { width: 136 })] : []),
  time('createTime', '操作时间', { seconds: true }),
  time('finishedAt', '完成时间', { seconds: true }),
];

/** Columns of the runs of serials an operation touched. */
export const itemColumns: Column<RowOf<(typeof codeOpApi)['items']>>[] = [
  cell('seg', '码段号', (row) => row.seg, { width: 72 }),
  cell('range', '序号', (row) => `${countText(row.serialFrom)}–${countText(row.serialTo)}`, { width: 180 }),
  cell('size', '数量', (row) => countText(row.serialTo - row.serialFrom + 1), { width: 110, align: 'right' }),
  code('firstCode', '首码', { width: 204 }),
  code('lastCode', '尾码', { width: 204 }),
  time('at', '时间', { seconds: true }),
];

/** The cause alone: the code it begins with stands beside it. */
const causeOf = ({ errMsg }: Conflict): string => errMsg.replace(/^编码[^：]*：/, '');

/** Columns of codes an operation or its pre-check refuses. */
export const conflictColumns: Column<Conflict>[] = [
  cell('code', '编码/号段', (row) => <ConflictName conflict={row} />, { width: 184 }),
  cell('errMsg', '原因', (row) => <span className="zy-conflict-cause">{causeOf(row)}</span>, { width: 140 }),
];

const ConflictName = ({ conflict: { code: named, seg, serialFrom, serialTo, line } }: { conflict: Conflict }) =>
  seg !== null && serialFrom !== null && serialTo !== null && serialTo > serialFrom ? (
    <>
      码段 {seg}，{countText(serialFrom)}–{countText(serialTo)}
    </>
  ) : (
    <>
      {line !== undefined && <small className="zy-conflict-line">第 {countText(line)} 行</small>}
      <CodeText code={named} />
    </>
  );
