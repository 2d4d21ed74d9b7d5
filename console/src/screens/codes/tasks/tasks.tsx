import { AssocMode, CodeSource, Fmt, TaskPhase, TaskStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { extImportApi } from '@zhuiyuan/contract/codes/import/ext-import';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import QrCode from 'icon:qr-code';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { hasRoleNow, session } from '../../../lib/session.ts';
import { acts } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { codeImport, taskForm } from '../addresses.ts';
import { useFirmFilter, useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { useTaskActs } from './use-task-acts.ts';
import { TaskReview, useTaskReview } from './task-review.tsx';
import { taskColumns } from './task-columns.tsx';
import { TaskDetail } from './task-detail.tsx';
import { TaskDownload } from './task-download.tsx';
import { TaskLabels } from './task-labels.tsx';
import { TaskVoid, useTaskVoid } from './task-void.tsx';
import { useProgress } from '../../../parts/list/use-progress.ts';
import type { WatchedTask } from './task-state.tsx';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';

type Dialog = 'show' | 'download' | 'print';

const running: ReadonlySet<number> = new Set([TaskPhase.queued, TaskPhase.generating, TaskPhase.packing]);
const isRunning = ({ phase }: WatchedTask): boolean => running.has(phase);
const now = (row: WatchedTask, progress: DataOf<typeof taskApi.progress>[number]): WatchedTask => ({
  ...row,
  ...progress,
});

/** 生码任务: codes asked for, their files and how far they are. */
export const Tasks = () => {
  const navigate = useNavigate();
  const search = useSearch(taskApi.list);
  const client = useQueryClient();
  const rows = useProgress(taskApi.progress, search.rows as WatchedTask[], {
    isRunning,
    now,
    settled: () => {
      for (const { path } of [taskApi.list, taskApi.info, taskApi.parts])
        void client.invalidateQueries({ queryKey: [path] });
    },
  });
  const review = useTaskReview();
  const voiding = useTaskVoid();
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const isPlatform = useIsPlatform();
  const [opened, setOpened] = useState<{ dialog: Dialog; id: number; row: TaskRow }>();
  const opening = (dialog: Dialog) => (row: TaskRow) => setOpened({ dialog, id: row.id, row });
  const close = () => setOpened(undefined);
  const taskIn = (dialog: Dialog) =>
    opened?.dialog === dialog ? (rows.find(({ id }) => id === opened.id) ?? opened.row) : undefined;
  const actsOf = useTaskActs({
    show: opening('show'),
    audit: review.open,
    download: opening('download'),
    void: voiding.open,
    print: opening('print'),
  });
  const mayImport = session.use((current) => hasRoleNow(['admin'], current));
  const add = (
    <May of={taskApi.save.may}>
      <Button type="primary" onClick={() => navigate(taskForm())}>
        新增任务
      </Button>
    </May>
  );
  return (
    <>
      <ListScreen
        search={{ ...search, rows }}
        thing="生码任务"
        columns={[...taskColumns(opening('show'), isPlatform), acts(actsOf)]}
        filters={[
          ...firmFilter,
          textFilter('keywords', '任务', '任务编号/名称'),
          selectFilter('productId', '产品', products),
          selectFilter('status', '状态', TaskStatus),
          selectFilter('fmt', '码制', Fmt),
          selectFilter('source', '来源', CodeSource),
          selectFilter('assocMode', '关联方式', AssocMode),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {mayImport && (
              <May of={extImportApi.save.may}>
                <Button onClick={() => navigate(codeImport)}>导入第三方码</Button>
              </May>
            )}
            {add}
          </>
        }
        card={{
          head: 'taskNo',
          name: 'name',
          facts: [
            'storeName',
            (row) => `${countText(row.itemCount + row.boxCount + row.caseCount)} 个码`,
            'createTime',
          ],
        }}
        empty={{ icon: QrCode, text: '新增任务后，码包会在这里生成和下载', action: add }}
      />
      <TaskDetail task={taskIn('show')} close={close} download={opening('download')} />
      <TaskReview draft={review} />
      <TaskDownload task={taskIn('download')} close={close} />
      <TaskVoid draft={voiding} />
      <TaskLabels key={taskIn('print')?.id} task={taskIn('print')} close={close} />
    </>
  );
};
