import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '../../lib/call.ts';
import { ImportProgressView } from '../../parts/import/import-progress-view.tsx';
import { bytesText, countText } from '../../parts/format/numbers.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { Failed } from '../../parts/feedback/states.tsx';
import { JobTag } from '../../parts/format/outcome-tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { costText } from './import-columns.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import type { WatchedImport } from './import-columns.tsx';
import './jobs.css';

const shownErrors = 100;

/** The number of the row stands in a column of its own. */
const withoutRow = (rowNo: number, errMsg: string): string => {
  const before = `第${rowNo}行：`;
  return errMsg.startsWith(before) ? errMsg.slice(before.length) : errMsg;
};

const Errors = ({ id, fail }: { id: number; fail: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [importTaskApi.errors.path, id, fail],
    queryFn: ({ signal }) => call(importTaskApi.errors, { id, limit: shownErrors }, { quiet: true, signal }),
  });
  if (error) return <Failed title="错误没有加载出来" error={error} retry={() => void refetch()} />;
  return (
    <>
      <h3 className="zy-job-part">
        错误
        <small>
          {fail > shownErrors ? `共 ${countText(fail)} 行，显示前 ${shownErrors} 行` : `${countText(fail)} 行`}
        </small>
      </h3>
      {!data && <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />}
      {data && (
        <table className="zy-job-errors">
          <thead>
            <tr>
              <th>行号</th>
              <th>字段</th>
              <th>原因</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map(({ rowNo, field, errMsg }) => (
              <tr key={rowNo}>
                <td>{rowNo}</td>
                <td>{field || '-'}</td>
                <td>{withoutRow(rowNo, errMsg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};

/** 详情 of an import: how far it is, what it was begun with, and its first hundred errors. */
export const ImportDetail = ({ task, close }: { task: WatchedImport | undefined; close: () => void }) => (
  <SideDrawer
    isOpen={task !== undefined}
    close={close}
    title="导入任务"
    name={task?.taskNo}
    mark={task && <JobTag job={task} />}
    width={640}
  >
    {task && (
      <>
        <ImportProgressView
          progress={{ ...task, ok: task.okCnt, fail: task.failCnt, skip: task.skipCnt, eta: task.eta ?? null }}
        />
        <h3 className="zy-job-part">任务</h3>
        <Facts
          isPaired
          items={[
            { label: '业务类型', value: ImportBiz.label(task.biz) },
            { label: '文件', value: task.fileName },
            { label: '文件大小', value: task.fileSize > 0 ? bytesText(task.fileSize) : '-' },
            { label: '所属企业', value: task.firmName },
            { label: '操作人', value: task.operatorName },
            { label: '创建时间', value: timeText(task.createTime, true) },
            { label: '用时', value: costText(task.cost) },
            ...(task.leftCnt > 0 ? [{ label: '未执行', value: `${countText(task.leftCnt)} 行` }] : []),
          ]}
        />
        {task.failCnt > 0 && <Errors id={task.id} fail={task.failCnt} />}
      </>
    )}
  </SideDrawer>
);
