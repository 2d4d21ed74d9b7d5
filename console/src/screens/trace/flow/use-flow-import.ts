import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { startDownload } from '../../../parts/list/export-button.tsx';

export type FlowPreview = DataOf<(typeof flowApi)['preview']>;

const blank = {
  flowTypeId: undefined as number | undefined,
  createLots: false,
  submit: true,
  onRepeat: 'skip' as 'skip' | 'overwrite',
  /** Address of the zip with the pictures that cells name. */
  zipUrl: '',
};
export type FlowImportChoice = typeof blank;

/** The choices of an import of records, its file, and the three things done with them: template, preview, begin. */
export const useFlowImport = () => {
  const [options, setOptions] = useState(blank);
  const [fileUrl, setFileUrl] = useState('');
  const [preview, setPreview] = useState<FlowPreview>();
  const [isBusy, setIsBusy] = useState(false);
  const [taskId, setTaskId] = useState<number>();
  const chosenOptions = { ...options, flowTypeId: options.flowTypeId ?? 0 };

  const busily = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      toast.failure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const start = async () => {
    const input = { fileUrl, params: chosenOptions, idemKey: crypto.randomUUID() };
    try {
      return await call(flowApi.import, input, { quiet: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== jobRefusals.sameFile[0]) throw error;
      if (!(await confirm({ text: error.message }))) return undefined;
      return call(flowApi.import, { ...input, again: true }, { quiet: true });
    }
  };
  return {
    options,
    /** A change makes a preview stale. */
    set: (change: Partial<FlowImportChoice>) => {
      setOptions({ ...options, ...change });
      setPreview(undefined);
    },
    fileUrl,
    setFile: (address: string) => {
      setFileUrl(address);
      setPreview(undefined);
    },
    preview,
    isBusy,
    /** The import that was begun last. */
    taskId,
    takeTemplate: () =>
      busily(async () => {
        const { fileName } = await call(flowApi.template, { flowTypeId: chosenOptions.flowTypeId }, { quiet: true });
        startDownload(fileName);
      }),
    look: () =>
      busily(async () => setPreview(await call(flowApi.preview, { ...chosenOptions, fileUrl }, { quiet: true }))),
    begin: () =>
      busily(async () => {
        const started = await start();
        if (!started) return;
        setTaskId(started.taskId);
        setFileUrl('');
        setPreview(undefined);
        setOptions({ ...options, zipUrl: '' });
        toast.success('提交成功');
      }),
  };
};
