import { excelLogApi, type ExcelLogRow } from '@zhuiyuan/contract/jobs/excel-log';
import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { useQuery } from '@tanstack/react-query';
import FileDown from 'icon:file-down';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { acts, cell, count, enumDot, enumTag, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { startDownload } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { JobTag } from '../../parts/format/outcome-tag.tsx';
import { bytesText, countText } from '../../parts/format/numbers.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { useCrud } from '../../parts/list/use-crud.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import './jobs.css';

const pollMs = 2000;

/** Fetches the file of a row, and the list with its raised number of downloads. */
const takeFile = async (id: number, done: () => void) => {
  const { fileName } = await call(excelLogApi.url, { id });
  startDownload(fileName);
  done();
};

/** 导入导出日志: files written and read, to be fetched, written anew, or looked into. */
export const ExcelLogs = () => {
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ExcelLogRow>();
  const [isPolled, setIsPolled] = useState(false);
  const search = useSearch(excelLogApi.list, { every: isPolled && pollMs });
  const isRunning = search.rows.some(({ status }) => status === JobStatus.running);
  // As long as something of this page runs, the page is read again; nothing is asked when all is still.
  useEffect(() => setIsPolled(isRunning), [isRunning]);
  const { data: choices } = useQuery({
    queryKey: [excelLogApi.choices.path],
    queryFn: ({ signal }) => call(excelLogApi.choices, {}, { quiet: true, signal }),
  });
  const crud = useCrud(excelLogApi, { page: '/identity/excelLogCreat' });
  const redo = useAct(excelLogApi.redo, { done: '导出任务已提交', refresh: crud.lists });
  const cancel = useAct(excelLogApi.cancel, { refresh: crud.lists });

  const columns: Column<ExcelLogRow>[] = [
    name('title', '名称', { least: 200, open: crud.edit }),
    enumDot('kind', '类型', JobKind, { width: 72 }),
    text('bizName', '业务', { width: 104 }),
    cell('total', '行数', (row) => countText(row.kind === JobKind.export ? row.okCnt : row.total), {
      width: 96,
      align: 'right',
    }),
    { ...enumTag<ExcelLogRow>('status', '状态', JobStatus, { width: 88 }), render: (row) => <JobTag job={row} /> },
    cell('fileSize', '文件大小', (row) => (row.fileSize > 0 ? bytesText(row.fileSize) : '-'), {
      width: 92,
      align: 'right',
    }),
    time('expireAt', '过期时间'),
    count('downCnt', '下载次数', { width: 84 }),
    ...firmColumn,
    text('operatorName', '操作人', { width: 88 }),
    time('createTime', '创建时间', { seconds: true }),
    text('err', '失败原因', { width: 160 }),
    acts((row) => [
      ...(row.status === JobStatus.running
        ? []
        : [
            {
              label: '下载',
              may: excelLogApi.url.may,
              blocked: row.hasFile ? undefined : '文件已过期，请重新生成',
              run: () => takeFile(row.id, search.reload),
            },
          ]),
      { label: '查看条件', run: () => crud.edit(row) },
      ...(row.kind === JobKind.export && row.status !== JobStatus.running
        ? [{ label: '重新生成', may: excelLogApi.redo.may, run: () => redo({ id: row.id }) }]
        : []),
      ...(row.kind === JobKind.export && row.status === JobStatus.running
        ? [
            {
              label: '取消',
              may: excelLogApi.cancel.may,
              confirm: '确定取消该导出？',
              run: () => cancel({ id: row.id }),
            },
          ]
        : []),
      ...(row.status === JobStatus.running ? [] : [crud.removeAct(row)]),
    ]),
  ];
  const add = crud.addButton('新建导出');
  return (
    <ListScreen
      search={search}
      thing="导入导出日志"
      columns={columns}
      filters={[
        ...firmFilter,
        selectFilter('kind', '类型', JobKind),
        selectFilter('biz', '业务', choices?.bizes ?? []),
        textFilter('title', '名称'),
        selectFilter('status', '状态', JobStatus),
        selectFilter('operatorId', '操作人', choices?.operators ?? []),
        dateFilter('dateLimit', '创建时间'),
      ]}
      buttons={add}
      batch={crud.batch}
      card={{
        head: 'kind',
        status: 'status',
        name: 'title',
        facts: [
          'bizName',
          (row) => `${countText(row.kind === JobKind.export ? row.okCnt : row.total)} 行`,
          'createTime',
        ],
      }}
      empty={{ icon: FileDown, text: '超过 1 万行的导出和所有导入会记录在这里，导出文件保留 7 天。', action: add }}
    />
  );
};
