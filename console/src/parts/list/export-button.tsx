import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { downloadApi } from '@zhuiyuan/contract/media/download';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { Button, Popover, Space } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Download from 'icon:download';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { addressOf } from '../../lib/request.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../feedback/states.tsx';
import { ColumnChoice } from './column-choice.tsx';
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

/** 导出 of a list with its filters, in all columns or chosen ones; hidden without the endpoint's permission. The server refuses an empty list. */
export const ExportButton = <E extends ExportEndpoint>({
  endpoint,
  input,
  biz,
  label = '导出',
}: {
  endpoint: E;
  input: QueryOf<E>;
  /** Name of the list among exports: with it the columns can be chosen. */
  biz?: string;
  label?: string;
}) => {
  const may = useMay();
  const [isBusy, lock] = useSubmitLock();
  const [isOpen, setIsOpen] = useState(false);
  if (!may(endpoint.may)) return null;
  const run = (columns?: string[]) =>
    lock(async () => {
      try {
        takeExport(
          (await call(
            endpoint,
            columns ? ({ ...(input as object), columns: columns.join(',') } as QueryOf<E>) : input,
          )) as DataOf<ExportEndpoint>,
        );
      } catch (error) {
        toast.failure(error);
      }
    });
  const button = (
    <Button icon={<Download size={14} strokeWidth={1.6} />} loading={isBusy} onClick={() => void run()}>
      {label}
    </Button>
  );
  if (!biz) return button;
  return (
    <Space.Compact>
      {button}
      <Popover
        content={
          <Choice
            biz={biz}
            close={() => setIsOpen(false)}
            take={(columns) => {
              setIsOpen(false);
              void run(columns);
            }}
          />
        }
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        open={isOpen}
        onOpenChange={setIsOpen}
        destroyOnHidden
      >
        <Button
          aria-label="选择导出列"
          aria-expanded={isOpen}
          disabled={isBusy}
          icon={<ChevronDown size={14} strokeWidth={1.6} />}
        />
      </Popover>
    </Space.Compact>
  );
};

/** The columns of the file, all of them ticked at first. */
const Choice = ({ biz, close, take }: { biz: string; close: () => void; take: (columns: string[]) => void }) => {
  const { data: all, error, refetch } = useRead(excelLogApi.columns, { biz });
  const [ticked, setTicked] = useState<string[]>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const columns = ticked ?? all ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  if (error) return <Failed title="导出列没有加载出来" error={error} retry={() => void refetch()} />;
  return (
    <div
      ref={box}
      className="zy-export-choice"
      role="dialog"
      aria-label="选择导出列"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {all && <ColumnChoice all={all} value={columns} onChange={setTicked} />}
      <div className="zy-export-foot">
        <Button onClick={close}>取消</Button>
        <Button type="primary" disabled={columns.length === 0} onClick={() => take(columns)}>
          导出所选列
        </Button>
      </div>
    </div>
  );
};
