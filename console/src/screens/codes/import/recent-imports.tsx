import { JobPhase, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { Progress } from 'antd';
import { Link } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { JobTag } from '../../../parts/format/outcome-tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { useRead } from '../../../lib/use-read.ts';

const pollMs = 2000;
const importsShown = 5;
const importList = '/identity/importTaskManager?biz=code';

/** The last imports of third-party codes; their progress goes on wherever one is. */
export const RecentImports = () => {
  const may = useMay();
  const mayList = may(importTaskApi.list.may);
  const { data } = useRead(importTaskApi.list, mayList ? { biz: 'code', page: 1, limit: importsShown } : undefined, {
    every: pollMs,
    keeps: true,
  });
  if (!mayList || !data || data.list.length === 0) return null;
  return (
    <Sheet
      title="最近导入"
      extra={
        <Link className="zy-link" to={importList}>
          全部
        </Link>
      }
      isFlush
    >
      <ul className="zy-ext-recent">
        {data.list.map((row) => {
          const done = row.okCnt + row.failCnt + row.skipCnt;
          const percent = row.total > 0 ? Math.floor((done / row.total) * 100) : 0;
          return (
            <li key={row.id}>
              <span title={row.fileName}>{row.fileName}</span>
              <JobTag job={row} />
              {row.status === JobStatus.running ? (
                <Progress
                  percent={row.phase < JobPhase.running ? 0 : percent}
                  size="small"
                  format={() => (row.phase < JobPhase.running ? `读取 ${countText(row.total)} 行` : `${percent}%`)}
                />
              ) : (
                <span>
                  导入 {countText(row.okCnt)}，重复跳过 {countText(row.skipCnt)}，失败 {countText(row.failCnt)}
                  {row.err && `；${row.err}`}
                </span>
              )}
              <small>{timeText(row.createTime)}</small>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
};
