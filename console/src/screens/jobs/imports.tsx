import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { importTaskApi, type ImportProgress } from '@zhuiyuan/contract/jobs/import-task';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import FileUp from 'icon:file-up';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { BatchDelete } from '../../parts/list/batch-delete.tsx';
import { acts } from '../../parts/list/columns.tsx';
import { startDownload } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { useFirmFilter, useIsPlatform } from '../../parts/pickers/firm-field.tsx';
import { takeErrors, watchImport } from '../../parts/import/watch-import.ts';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { importColumns, type WatchedImport } from './import-columns.tsx';
import { ImportDetail } from './import-detail.tsx';
import { NewImport } from './new-import.tsx';
import { useProgress } from '../../parts/list/use-progress.ts';

const isRunning = ({ status }: WatchedImport): boolean => status === JobStatus.running;
const now = (row: WatchedImport, { ok, fail, skip, ...rest }: ImportProgress): WatchedImport => ({
  ...row,
  ...rest,
  okCnt: ok,
  failCnt: fail,
  skipCnt: skip,
});
const lists = [importTaskApi.list, importTaskApi.progress];
const removePicked = (picked: Picked<WatchedImport>) => (
  <BatchDelete endpoint={importTaskApi.removeMany} picked={picked} refresh={lists} />
);

/** 导入任务: files that are read in the background, how far they are, and what they refused. */
export const Imports = () => {
  const may = useMay();
  const isPlatform = useIsPlatform();
  const firmFilter = useFirmFilter();
  const client = useQueryClient();
  const search = useSearch(importTaskApi.list);
  const rows = useProgress(importTaskApi.progress, search.rows as WatchedImport[], {
    isRunning,
    now,
    settled: () => void client.invalidateQueries({ queryKey: [importTaskApi.list.path] }),
  });
  const [shownId, setShownId] = useOpened();
  const [isNew, setIsNew] = useState(false);
  const cancel = useAct(importTaskApi.cancel, { refresh: lists });
  const retry = useAct(importTaskApi.retry, { done: '提交成功', refresh: lists });
  const resume = useAct(importTaskApi.resume, { done: '提交成功', refresh: lists });
  const remove = useAct(importTaskApi.remove, { done: '删除成功', refresh: lists });
  const takeFile = (row: WatchedImport) =>
    void call(importTaskApi.source, { id: row.id }).then(
      ({ fileName }) => startDownload(fileName),
      () => undefined,
    );

  const add = may(importTaskApi.save.may) && (
    <Button type="primary" onClick={() => setIsNew(true)}>
      新建导入
    </Button>
  );
  return (
    <>
      <ListScreen
        search={{ ...search, rows }}
        thing="导入任务"
        columns={[
          ...importColumns({ open: ({ id }) => setShownId(id), takeFile, showsFirm: isPlatform }),
          acts((row: WatchedImport) => [
            { label: '详情', run: () => setShownId(row.id) },
            ...(row.failCnt > 0
              ? [
                  { label: '下载错误明细', run: () => takeErrors(row.id) },
                  ...(row.status === JobStatus.running
                    ? []
                    : [
                        {
                          label: '重试失败行',
                          may: importTaskApi.retry.may,
                          run: () => retry({ id: row.id }).then(() => watchImport(row.id)),
                        },
                      ]),
                ]
              : []),
            ...(row.leftCnt > 0
              ? [
                  {
                    label: '继续执行',
                    may: importTaskApi.resume.may,
                    run: () => resume({ id: row.id }).then(() => watchImport(row.id)),
                  },
                ]
              : []),
            ...(row.status === JobStatus.running
              ? [
                  {
                    label: '取消',
                    may: importTaskApi.cancel.may,
                    confirm: '已导入的数据不会撤回，确定取消？',
                    run: () => cancel({ id: row.id }),
                  },
                ]
              : [
                  {
                    label: '删除',
                    may: importTaskApi.remove.may,
                    destructive: true,
                    confirm: '确定删除当前数据',
                    run: () => remove({ id: row.id }),
                  },
                ]),
          ]),
        ]}
        filters={[
          ...firmFilter,
          selectFilter('biz', '业务类型', ImportBiz),
          textFilter('keywords', '任务', '任务号或文件名'),
          selectFilter('status', '状态', JobStatus),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={add}
        batch={may(importTaskApi.removeMany.may) ? removePicked : undefined}
        card={{
          head: 'taskNo',
          status: 'status',
          name: 'fileName',
          facts: ['biz', (row) => `成功 ${countText(row.okCnt)}，失败 ${countText(row.failCnt)}`, 'createTime'],
        }}
        empty={{ icon: FileUp, text: '上传文件后，导入进度和错误会出现在这里。', action: add }}
      />
      <ImportDetail task={rows.find(({ id }) => id === shownId)} close={() => setShownId(undefined)} />
      {isNew && (
        <NewImport
          close={() => {
            setIsNew(false);
            search.reload();
          }}
        />
      )}
    </>
  );
};
