import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import Download from 'icon:download';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { runningText } from '../../parts/import/import-progress-view.tsx';
import { startDownload } from '../../parts/list/export-button.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { bytesText, countText } from '../../parts/format/numbers.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { Failed } from '../../parts/feedback/states.tsx';
import { JobTag } from '../../parts/format/outcome-tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { Facts } from '../../parts/format/facts.tsx';
import './jobs.css';

const pollMs = 2000;

const noFileText = ({ kind, status }: { kind: number; status: number }): string => {
  if (kind === JobKind.import) return '上传的文件已清理';
  return status === JobStatus.running ? '正在生成' : '文件已在导出时下载或已过期，可重新生成';
};

/** What an import or export was made of, and its file. */
export const ExcelLogDetail = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [excelLogApi.info.path, id],
    queryFn: ({ signal }) => call(excelLogApi.info, { id }, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.status === JobStatus.running ? pollMs : false),
  });
  if (error) return <Failed title="日志没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} paragraph={{ rows: 8 }} />;
  const take = () =>
    void call(excelLogApi.url, { id }).then(
      ({ fileName }) => {
        startDownload(fileName);
        void refetch();
      },
      (refused: unknown) => toast.failure(refused),
    );
  const isExport = data.kind === JobKind.export;
  const rows = isExport
    ? countText(data.okCnt)
    : `共 ${countText(data.total)}，成功 ${countText(data.okCnt)}，失败 ${countText(data.failCnt)}，跳过 ${countText(data.skipCnt)}`;
  return (
    <div className="zy-job-page">
      <Sheet title={data.title} extra={<JobTag job={data} />}>
        <Facts
          isPaired
          items={[
            { label: '任务号', value: data.taskNo },
            { label: '类型', value: JobKind.label(data.kind) },
            { label: '业务', value: data.bizName },
            { label: '行数', value: rows },
            ...(data.status === JobStatus.running ? [{ label: '进度', value: runningText(data) }] : []),
            { label: '所属企业', value: data.firmName },
            { label: '操作人', value: data.operatorName },
            { label: '创建时间', value: timeText(data.createTime, true) },
            { label: '完成时间', value: timeText(data.finishTime, true) },
            { label: '下载次数', value: countText(data.downCnt) },
            ...(data.err ? [{ label: '失败原因', value: data.err }] : []),
          ]}
        />
      </Sheet>
      {(isExport || data.conditions.length > 0) && (
        <Sheet title={isExport ? '条件' : '导入选项'}>
          <Facts
            isPaired
            items={[
              ...(data.conditions.length > 0 ? data.conditions : [{ label: '筛选条件', value: '没有，包含全部数据' }]),
              ...(data.columns.length > 0 ? [{ label: '导出列', value: data.columns.join('、') }] : []),
            ]}
          />
        </Sheet>
      )}
      <Sheet
        title="文件"
        extra={
          data.hasFile && (
            <May of={excelLogApi.url.may}>
              <Button icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={take}>
                下载
              </Button>
            </May>
          )
        }
      >
        <Facts
          isPaired
          items={
            data.hasFile
              ? [
                  { label: '文件名', value: data.fileName },
                  { label: '大小', value: data.fileSize > 0 ? bytesText(data.fileSize) : '-' },
                  ...(data.expireAt ? [{ label: '过期时间', value: timeText(data.expireAt) }] : []),
                ]
              : [{ label: '文件', value: noFileText(data) }]
          }
        />
      </Sheet>
    </div>
  );
};
