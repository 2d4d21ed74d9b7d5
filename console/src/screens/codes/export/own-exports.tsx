import { codeExportApi } from '@zhuiyuan/contract/codes/export/code-export';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { Progress } from 'antd';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { acts, cell, count, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { startDownload } from '../../../parts/list/export-button.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { bytesText } from '../../../parts/format/numbers.ts';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { useRead } from '../../../lib/use-read.ts';

type Row = DataOf<(typeof codeExportApi)['list']>['list'][number];

const pollMs = 2000;
const exportsShown = 10;

const State = ({ row }: { row: Row }) =>
  row.status === JobStatus.running ? (
    <Progress percent={row.total > 0 ? Math.floor((row.done / row.total) * 100) : 0} size="small" />
  ) : (
    <span title={row.err || undefined}>
      <EnumTag of={JobStatus} value={row.status} />
    </span>
  );

const columns: Column<Row>[] = [
  text('taskNo', '编号', { width: 140 }),
  cell('status', '状态', (row) => <State row={row} />, { width: 104 }),
  name('title', '用途', { least: 104 }),
  count('total', '条数', { width: 84 }),
  cell('fileSize', '大小', (row) => (row.fileSize > 0 ? bytesText(row.fileSize) : '-'), { width: 76, align: 'right' }),
  time('expireAt', '过期时间'),
  count('downCnt', '下载次数', { width: 72 }),
  time('createTime', '提交时间'),
];

/** 我的导出: the operator's last exports of codes, to be fetched while they are kept. */
export const OwnExports = () => {
  const { data } = useRead(codeExportApi.list, { page: 1, limit: exportsShown }, { every: pollMs, keeps: true });
  const offer = useAct(codeExportApi.url, { done: '', refresh: [codeExportApi.list] });
  const fetch = async ({ id }: Row) => startDownload((await offer({ id })).fileName);
  return (
    <Sheet title="我的导出" finding="文件保留 7 天" isFlush>
      <PlainTable
        columns={[
          ...columns,
          acts((row: Row) =>
            row.status === JobStatus.running || row.fileSize === 0 ? [] : [{ label: '下载', run: () => fetch(row) }],
          ),
        ]}
        rows={data?.list ?? []}
        keyOf={(row) => row.id}
        empty="导出的码包会在这里下载"
      />
    </Sheet>
  );
};
