import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { Link } from 'react-router';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { shortTimeText } from '../../../parts/format/times.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const most = 7;

/** 最近生码任务: the newest tasks with their state. */
export const RecentTasks = () => {
  const { data, error, refetch } = useBlock(taskApi.list, { page: 1, limit: most, sort: '-createTime' });
  const rows = data?.list ?? [];
  return (
    <Sheet
      title="最近生码任务"
      extra={
        <Link className="zy-link" to="/identity/taskManager">
          全部
        </Link>
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && rows.length === 0 && <p className="zy-block-note">还没有生码任务，新建后在这里看到进度</p>}
      {rows.length > 0 && (
        <div className="zy-home-scroll" role="group" aria-label="最近生码任务" tabIndex={0}>
          <table className="zy-home-tasks">
            <thead>
              <tr>
                <th scope="col">任务</th>
                <th scope="col">产品</th>
                <th scope="col" className="zy-home-number">
                  数量
                </th>
                <th scope="col">状态</th>
                <th scope="col">创建时间</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((task) => (
                <tr key={task.id}>
                  <td title={task.name}>{task.name}</td>
                  <td title={task.storeName}>{task.storeName || '-'}</td>
                  <td className="zy-home-number">{countText(task.itemCount + task.boxCount + task.caseCount)}</td>
                  <td>
                    <EnumTag of={TaskPhase} value={task.phase} />
                  </td>
                  <td>{shortTimeText(task.createTime)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Sheet>
  );
};
