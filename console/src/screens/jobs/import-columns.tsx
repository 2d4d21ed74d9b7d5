import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import type { ImportTaskRow } from '@zhuiyuan/contract/jobs/import-task';
import { Progress, Tooltip } from 'antd';
import { cell, count, enumDot, enumTag, text, time, type Column } from '../../parts/list/columns.tsx';
import { etaText, runningText, shareOf } from '../../parts/import/import-progress-view.tsx';
import { JobTag } from '../../parts/format/outcome-tag.tsx';
import { countText } from '../../parts/format/numbers.ts';
import './jobs.css';

/** Seconds of work as `3分12秒`. */
export const costText = (seconds: number | null): string => {
  if (seconds === null) return '-';
  if (seconds < 60) return `${seconds}秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}分${seconds % 60}秒`;
  return `${Math.floor(seconds / 3600)}时${Math.floor((seconds % 3600) / 60)}分`;
};

/** A row with the seconds left, where they can be said. */
export type WatchedImport = ImportTaskRow & { eta?: number | null };

const Share = ({ row }: { row: WatchedImport }) => {
  const share = shareOf({ ...row, ok: row.okCnt, fail: row.failCnt, skip: row.skipCnt });
  const words = row.status === JobStatus.running ? runningText(row) : row.err;
  const left = row.status === JobStatus.running && row.eta ? `${words}，剩余${etaText(row.eta)}` : words;
  return (
    <Tooltip title={left || undefined}>
      <span className="zy-job-share">
        <Progress
          percent={share}
          showInfo={false}
          size="small"
          status={
            row.status === JobStatus.running
              ? 'active'
              : row.status === JobStatus.done
                ? 'success'
                : row.err
                  ? 'exception'
                  : 'normal'
          }
          aria-label={`进度 ${share}%`}
        />
        <span>{share}%</span>
      </span>
    </Tooltip>
  );
};

/** Columns of an import; its number opens the detail, the file name fetches the file, the failed rows theirs. */
export const importColumns = ({
  open,
  takeFile,
  showsFirm,
}: {
  open: (row: WatchedImport) => void;
  takeFile: (row: WatchedImport) => void;
  showsFirm: boolean;
}): Column<WatchedImport>[] => [
  {
    ...cell<WatchedImport>(
      'taskNo',
      '任务号',
      (row) => (
        <button type="button" className="zy-link" onClick={() => open(row)}>
          {row.taskNo}
        </button>
      ),
      { width: 148 },
    ),
    open,
    raw: (row) => row.taskNo,
  },
  enumDot('biz', '业务类型', ImportBiz, { width: 96 }),
  {
    key: 'fileName',
    title: '文件',
    least: 176,
    raw: (row) => row.fileName,
    render: (row) => (
      <button type="button" className="zy-link" title={row.fileName} onClick={() => takeFile(row)}>
        {row.fileName}
      </button>
    ),
  },
  { ...enumTag<WatchedImport>('status', '状态', JobStatus, { width: 88 }), render: (row) => <JobTag job={row} /> },
  cell(
    'okCnt',
    '成功',
    (row) => <span className={row.okCnt > 0 ? 'zy-job-ok' : 'zy-zero'}>{countText(row.okCnt)}</span>,
    {
      width: 76,
      align: 'right',
    },
  ),
  cell(
    'failCnt',
    '失败',
    (row) =>
      row.failCnt > 0 ? (
        <button type="button" className="zy-link zy-job-bad" onClick={() => open(row)}>
          {countText(row.failCnt)}
        </button>
      ) : (
        <span className="zy-zero">0</span>
      ),
    { width: 76, align: 'right' },
  ),
  { ...cell<WatchedImport>('progress', '进度', (row) => <Share row={row} />, { width: 148 }) },
  count('total', '总行数', { width: 84 }),
  count('skipCnt', '跳过', { width: 76 }),
  ...(showsFirm ? [text<WatchedImport>('firmName', '所属企业', { width: 136 })] : []),
  text('operatorName', '操作人', { width: 88 }),
  time('createTime', '创建时间', { seconds: true }),
  cell('cost', '用时', (row) => costText(row.cost), { width: 84, align: 'right' }),
];
