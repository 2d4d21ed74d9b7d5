import { TaskPhase } from '@zhuiyuan/contract/codes/code-enums';
import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { Progress } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../lib/call.ts';
import { countText } from '../../../parts/numbers.ts';
import { Sheet } from '../../../parts/sheet.tsx';
import { EnumTag } from '../../../parts/tag.tsx';
import { BlockFailed } from '../../../parts/block-failed.tsx';

const [busyMs, quietMs] = [2000, 30_000];

/** Read every two seconds while something runs. */
const useTodo = () =>
  useQuery({
    queryKey: [identityHomeApi.todo.path],
    queryFn: () => call(identityHomeApi.todo, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.tasks.length ? busyMs : quietMs),
  });

/** 进行中任务: code tasks at work, with their progress. */
export const RunningTasks = () => {
  const { data, error, refetch } = useTodo();
  return (
    <Sheet
      title="进行中任务"
      extra={
        <Link className="zy-link" to="/identity/taskManager">
          全部
        </Link>
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.tasks.length === 0 && <p className="zy-block-note">没有正在进行的任务</p>}
      <ul className="zy-idhome-tasks">
        {data?.tasks.map(({ id, name, taskNo, done, total, phase }) => (
          <li key={id}>
            <Link className="zy-link" to={`/identity/taskManager?keywords=${encodeURIComponent(taskNo)}`} title={name}>
              {name}
            </Link>
            <EnumTag of={TaskPhase} value={phase} />
            <Progress percent={Math.floor((done / total) * 100)} size="small" aria-label={`${name} 进度`} />
            <small>
              {countText(done)} / {countText(total)}
            </small>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

/** 临期批次: lots that end within 30 days. */
export const SoonLots = () => {
  const { data } = useTodo();
  return (
    <Sheet
      title="临期批次"
      finding="30 天内到期"
      extra={
        <Link className="zy-link" to="/identity/productManager?lots=expire">
          全部
        </Link>
      }
      isFlush
    >
      {data?.lots.length === 0 && <p className="zy-block-note">没有临期批次</p>}
      <ul className="zy-idhome-lots">
        {data?.lots.map(({ id, lotNo, storeName, expireDate }) => (
          <li key={id}>
            <span title={storeName}>{storeName}</span>
            <code>{lotNo}</code>
            <b>{expireDate} 到期</b>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};
