import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct, packLogApi, type PackLogEntry } from '@zhuiyuan/contract/packing/pack-log';
import { Skeleton } from 'antd';
import { usePageName } from '../../lib/page-name.ts';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../../parts/feedback/states.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { CodeLink, OpLink } from '../../parts/format/object-links.tsx';
import { EnumTag, Tag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { cell, type Column } from '../../parts/list/columns.tsx';
import { PlainTable } from '../../parts/list/plain-table.tsx';
import { PackedCodes } from './packed-codes.tsx';
import './packing.css';

interface Turn {
  label: string;
  before: string;
  after: string;
}

const turnsOf = ({ box, bound, custody }: NonNullable<PackLogEntry['turn']>): Turn[] => [
  { label: '所在箱', ...box },
  { label: '产品与批次', ...bound },
  { label: '流向', ...custody },
];

const columns: Column<Turn>[] = [
  cell('label', '项目', (row) => row.label, { width: 88 }),
  cell('before', '操作前', (row) => row.before, { width: 132 }),
  cell('after', '操作后', (row) => (row.after === row.before ? '未变化' : row.after), { width: 132 }),
];

const factsOf = (entry: PackLogEntry) => [
  { label: '动作', value: PackAct.label(entry.act) },
  { label: '操作编号', value: entry.opNo && <OpLink opNo={entry.opNo} /> },
  { label: '箱码', value: entry.parentCode && <CodeLink code={entry.parentCode} /> },
  { label: '下级码', value: <PackedCodes row={entry} /> },
  ...(entry.errCode > 0 ? [{ label: '失败原因', value: `${entry.errMsg}（${entry.errCode}）`, isWide: true }] : []),
  { label: '实际时间', value: timeText(entry.occurredAt, true) },
  { label: '记录时间', value: timeText(entry.at, true) },
  { label: '来源', value: OpSource.label(entry.opSrc) },
  { label: '操作人', value: entry.operatorName },
  { label: '所属企业', value: entry.firmName },
  { label: entry.isLate ? '补录原因' : '原因', value: entry.reason, isWide: true },
];

/** One entry of the log of packing: what was done, by whom and when, and what it changed; or what was refused and why. */
export const PackLogDetail = ({ id }: { id: number }) => {
  const { data, error, refetch } = useRead(packLogApi.info, { id });
  usePageName(data && `${PackAct.label(data.act)} ${data.parentCode || data.childText}`);
  if (error && !data) return <Failed title="日志没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="sheet zy-sheet-body">
        <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />
      </div>
    );
  }
  return (
    <div className="zy-boxes-page">
      <Sheet
        title="包装日志"
        extra={
          <>
            {data.isLate && <Tag tone="kind">补录</Tag>}
            <EnumTag of={LogResult} value={data.result} />
          </>
        }
      >
        <Facts isPaired items={factsOf(data)} />
      </Sheet>
      {data.turn && (
        <Sheet title="操作前后" isFlush>
          <PlainTable columns={columns} rows={turnsOf(data.turn)} keyOf={({ label }) => label} empty="没有变化" />
        </Sheet>
      )}
    </div>
  );
};
