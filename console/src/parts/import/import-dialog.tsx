import { JobPhase, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { Button, Modal, Radio } from 'antd';
import Download from 'icon:download';
import { useState, type ReactNode } from 'react';
import { saidOf } from '../../lib/said-of.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { startDownload } from '../list/export-button.tsx';
import { useIsPlatform, useOptions } from '../pickers/firm-field.tsx';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import { ChoiceSelect } from '../form/choice-select.tsx';
import { sendFile } from '../upload/send-file.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportProgressView } from './import-progress-view.tsx';
import { imports, watchImport } from './watch-import.ts';
import '../frame/form.css';
import '../upload/upload.css';
import './import.css';

/** Options of a business, as its importer reads them. */
export type ImportOptions = Record<string, unknown>;

export interface ImportDialogProps {
  title: string;
  biz: ImportBiz | undefined;
  /** Starts the import of an uploaded file. */
  start: (input: {
    fileUrl: string;
    firmId?: number;
    params: ImportOptions;
    stopOnError: boolean;
    again: boolean;
    idemKey: string;
  }) => Promise<{ taskId: number }>;
  /** Fields above the file that choose the business or its options. */
  children?: ReactNode;
  params?: ImportOptions;
  /** Why it cannot begin yet, said when it is tried. */
  check?: () => string | undefined;
  /** Lists to load anew when it is over. */
  refresh?: readonly string[];
  close: () => void;
}

const [sameFile] = jobRefusals.sameFile;

/** What is chosen for an import, its sending, and how far it is. */
const useImportRun = ({
  biz,
  start,
  params,
  check,
  refresh,
}: Pick<ImportDialogProps, 'biz' | 'start' | 'check' | 'refresh'> & { params: ImportOptions }) => {
  const isPlatform = useIsPlatform();
  const [firmId, setFirmId] = useState<number>();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const [stopOnError, setStopOnError] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; isOfFile?: boolean }>();
  const [taskId, setTaskId] = useState<number>();
  const [isBusy, setIsBusy] = useState(false);
  const progress = imports.use((all) => (taskId === undefined ? undefined : all[taskId]));

  const template = async () => {
    if (!biz) return setRefusal({ text: '请选择业务类型' });
    const { fileName } = await call(importTaskApi.template, { biz, params: JSON.stringify(params) });
    startDownload(fileName);
  };
  const send = async (chosen: File, of: ImportBiz) => {
    setShare(0);
    const { url } = await sendFile(importTaskApi.upload, chosen, { about: { biz: of }, onProgress: setShare });
    const input = { fileUrl: url, firmId, params, stopOnError, idemKey: crypto.randomUUID() };
    try {
      return await start({ ...input, again: false });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== sameFile) throw error;
      if (!(await confirm({ text: error.message }))) return undefined;
      return start({ ...input, again: true });
    }
  };
  const submit = async () => {
    const missing = isPlatform && !firmId ? '请选择所属企业' : check?.();
    if (missing || !biz) return setRefusal({ text: missing ?? '请选择业务类型' });
    if (!file) return setRefusal({ text: '请上传文件', isOfFile: true });
    setRefusal(undefined);
    setIsBusy(true);
    try {
      const started = await send(file, biz);
      if (!started) return;
      setTaskId(started.taskId);
      toast.success('提交成功');
      watchImport(started.taskId, refresh);
    } catch (error) {
      setRefusal({ text: saidOf(error) || '上传失败', isOfFile: true });
    } finally {
      setShare(undefined);
      setIsBusy(false);
    }
  };
  const again = () => {
    setTaskId(undefined);
    setFile(undefined);
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setRefusal(undefined);
  };
  return {
    isPlatform,
    firmId,
    setFirmId,
    file,
    choose,
    share,
    stopOnError,
    setStopOnError,
    refusal,
    taskId,
    isBusy,
    progress,
    template,
    submit,
    again,
  };
};

type ImportRun = ReturnType<typeof useImportRun>;

/** Platform staff choose whose data they import. */
const FirmChoice = ({ run: { isPlatform, firmId, setFirmId } }: { run: ImportRun }) => {
  const firms = useOptions('firm');
  if (!isPlatform) return null;
  return (
    <div className="zy-import-row">
      <label className="zy-import-must" htmlFor="import-firm">
        所属企业
      </label>
      <ChoiceSelect<number>
        id="import-firm"
        placeholder="请选择所属企业"
        from={firms}
        value={firmId}
        onChange={setFirmId}
      />
    </div>
  );
};

/** The file with its template, and what becomes of its bad rows. */
const FileChoice = ({ run }: { run: ImportRun }) => (
  <>
    <div className="zy-import-row">
      <span className="zy-import-label zy-import-must">文件</span>
      <FileDrop
        file={run.file}
        choose={run.choose}
        share={run.share}
        error={run.refusal?.isOfFile ? run.refusal.text : undefined}
      />
      <div className="zy-import-tip">
        请按模板填写，首行为列名；已存在的数据会自动跳过。{' '}
        <Button
          type="link"
          size="small"
          icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => void run.template().catch(() => undefined)}
        >
          下载模板
        </Button>
      </div>
    </div>
    <div className="zy-import-row">
      <span className="zy-import-label">遇错</span>
      <Radio.Group
        value={run.stopOnError}
        onChange={({ target }) => run.setStopOnError(target.value as boolean)}
        options={[
          { value: false, label: '跳过继续' },
          { value: true, label: '停止' },
        ]}
      />
    </div>
  </>
);

/** Template, file and options of an import, then how far it is; closing it lets the import go on. */
export const ImportDialog = ({
  title,
  biz,
  start,
  children,
  params = {},
  check,
  refresh,
  close,
}: ImportDialogProps) => {
  const isNarrow = useNarrow();
  const run = useImportRun({ biz, start, params, check, refresh });
  const { taskId, progress, refusal } = run;
  const isOver = progress !== undefined && progress.status !== JobStatus.running;

  return (
    <Modal
      open
      onCancel={close}
      title={title}
      width={isNarrow ? '100%' : 520}
      className="zy-modal"
      mask={{ closable: false }}
      footer={
        taskId === undefined ? (
          <>
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={run.isBusy} onClick={() => void run.submit()}>
              开始导入
            </Button>
          </>
        ) : (
          <>
            {isOver && <Button onClick={run.again}>继续导入其他文件</Button>}
            <Button type="primary" onClick={close}>
              {isOver ? '完成' : '后台运行'}
            </Button>
          </>
        )
      }
    >
      {taskId === undefined ? (
        <div className="zy-import">
          {refusal && !refusal.isOfFile && <NoticeBar tone="bad">{refusal.text}</NoticeBar>}
          <FirmChoice run={run} />
          {children}
          <FileChoice run={run} />
        </div>
      ) : (
        <ImportProgressView
          progress={
            progress ?? {
              id: taskId,
              total: 0,
              ok: 0,
              fail: 0,
              skip: 0,
              phase: JobPhase.queued,
              status: JobStatus.running,
              isWaiting: true,
              eta: null,
              err: '',
            }
          }
        />
      )}
    </Modal>
  );
};
