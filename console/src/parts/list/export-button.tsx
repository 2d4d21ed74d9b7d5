import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { downloadApi } from '@zhuiyuan/contract/media/download';
import { Button } from 'antd';
import { Download } from 'lucide-react';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { addressOf } from '../../lib/request.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useSubmitLock } from '../feedback/use-submit-lock.ts';

/** What an export answers: a file to take at once, or a job for more than 10,000 rows. */
export interface Exported {
  fileName?: string;
  taskId?: number;
}

export type ExportEndpoint = Endpoint<z.ZodType, z.ZodType<Exported>>;

/** Lets the browser fetch a file by its one-use name, or by the ready address the mall's inherited calls give. */
export const startDownload = (fileName: string): void => {
  const link = document.createElement('a');
  link.href = /^(https?:)?\//.test(fileName) ? fileName : addressOf(downloadApi.file, { fileName });
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
};

/** Takes an export's answer: downloads the file, or says where the job will leave it. */
export const takeExport = ({ fileName, taskId }: Exported): void => {
  if (fileName) startDownload(fileName);
  else if (taskId !== undefined) toast.success('导出任务已提交，请到导入导出日志下载');
};

/** 导出 of a list with its filters; hidden without the endpoint's permission. The server refuses an empty list. */
export const ExportButton = <E extends ExportEndpoint>({
  endpoint,
  input,
  label = '导出',
}: {
  endpoint: E;
  input: QueryOf<E>;
  label?: string;
}) => {
  const may = useMay();
  const [isBusy, lock] = useSubmitLock();
  if (!may(endpoint.may)) return null;
  const run = () =>
    lock(async () => {
      try {
        takeExport((await call(endpoint, input)) as DataOf<ExportEndpoint>);
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <Button icon={<Download size={14} strokeWidth={1.6} />} loading={isBusy} onClick={() => void run()}>
      {label}
    </Button>
  );
};
