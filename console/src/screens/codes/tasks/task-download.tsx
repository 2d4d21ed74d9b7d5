import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { type PartRow } from '@zhuiyuan/contract/codes/state/segment';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import Copy from 'icon:copy';
import { useEffect, useEffectEvent, useState, type Key } from 'react';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { zipOpeners } from '../../../parts/codes/zip-openers.ts';
import { copyText } from '../../../parts/format/copy-text.ts';
import { startDownload } from '../../../parts/list/export-button.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useRead } from '../../../lib/use-read.ts';
import { partColumns } from './task-columns.tsx';

/** State of a print file that can be fetched (完成). */
const finished = 2;
/** Browsers drop downloads that begin in the same instant. */
const gapMs = 400;

/** The one-time password of a task's packages. */
export const TaskPassword = ({ password, close }: { password: string | undefined; close: () => void }) => (
  <Modal
    open={password !== undefined}
    onCancel={close}
    title="解压密码"
    width={420}
    className="zy-modal"
    mask={{ closable: false }}
    footer={
      <Button type="primary" onClick={close}>
        已保存
      </Button>
    }
  >
    <NoticeBar tone="wait">解压密码仅显示一次，请妥善保存</NoticeBar>
    <div className="zy-task-password">
      <code>{password}</code>
      <Button icon={<Copy size={14} strokeWidth={1.6} />} onClick={() => void copyText(password ?? '')}>
        复制
      </Button>
    </div>
    <div className="zy-task-asked">{zipOpeners}</div>
  </Modal>
);

const Parts = ({ task, picked, pick }: { task: TaskRow; picked: Key[]; pick: (keys: Key[]) => void }) => {
  const search = useLocalSearch(taskApi.parts, { fixed: { taskId: task.id } });
  const { data } = useRead(taskApi.info, { id: task.id });
  const most = data?.maxDownload ?? 0;
  const mayPick = (row: PartRow) => row.state === finished && (most === 0 || row.downloadCnt < most);
  const only = search.total === 1 ? search.rows[0] : undefined;
  const onlyPart = only && mayPick(only) ? only.partNo : undefined;
  const pickOnly = useEffectEvent((partNo: number) => pick([partNo]));
  useEffect(() => {
    if (onlyPart !== undefined) pickOnly(onlyPart);
  }, [onlyPart]);
  return (
    <PagedTable
      search={search}
      columns={partColumns(most).filter(({ key }) => key !== 'sha256')}
      keyOf={(row) => row.partNo}
      empty="没有文件"
      picked={{ keys: picked, pick, mayPick }}
    />
  );
};

/** 下载: which files, then the browser fetches them; the password comes with the very first download of a task. */
export const TaskDownload = ({ task, close }: { task: TaskRow | undefined; close: () => void }) => {
  const isNarrow = useNarrow();
  const client = useQueryClient();
  const [chosenParts, setChosenParts] = useState<{ taskId: number | undefined; keys: Key[] }>({
    taskId: undefined,
    keys: [],
  });
  const [password, setPassword] = useState<string>();
  const [isBusy, lock] = useSubmitLock();
  const picked = chosenParts.taskId === task?.id ? chosenParts.keys : [];

  const run = () =>
    lock(async () => {
      if (!task) return;
      try {
        const offered = await call(taskApi.partUrl, { taskId: task.id, partNos: picked.join(',') });
        for (const [at, { fileName }] of offered.files.entries()) setTimeout(() => startDownload(fileName), at * gapMs);
        if (offered.password) setPassword(offered.password);
        void client.invalidateQueries({ queryKey: [taskApi.parts.path] });
        setChosenParts({ taskId: undefined, keys: [] });
        close();
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <>
      <Modal
        open={task !== undefined}
        onCancel={close}
        title="下载码包"
        width={isNarrow ? '100%' : 800}
        destroyOnHidden
        className="zy-modal"
        footer={
          <>
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={isBusy} disabled={picked.length === 0} onClick={() => void run()}>
              {picked.length > 0 ? `下载 ${picked.length} 个文件` : '下载'}
            </Button>
          </>
        }
      >
        {task?.phase === TaskPhase.done && (
          <Parts task={task} picked={picked} pick={(keys) => setChosenParts({ taskId: task.id, keys })} />
        )}
      </Modal>
      <TaskPassword password={password} close={() => setPassword(undefined)} />
    </>
  );
};
