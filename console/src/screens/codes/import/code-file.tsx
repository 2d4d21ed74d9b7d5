import { chunkBytes, extFileTypes, extImportApi, mostChunks } from '@zhuiyuan/contract/codes/import/ext-import';
import { Button, Form, Progress, Upload } from 'antd';
import FileUp from 'icon:file-up';
import X from 'icon:x';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast.ts';
import { call } from '../../../lib/call.ts';
import { bytesText } from '../../../parts/format/numbers.ts';
import { sendChunks, uploadIdOf } from './send-chunks.ts';

/** The first lines of an uploaded file. */
export interface Preview {
  rows: string[][];
  hasHeader: boolean;
}

type State = { file: File; share: number; error?: string };

const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.message : '上传失败，请重试');

/** The file of codes: sent in pieces as soon as it is chosen; a broken upload goes on where it was. `shown` gets its first lines. */
export const CodeFile = ({
  id,
  value,
  onChange,
  shown,
}: {
  id?: string;
  value?: string;
  onChange?: (uploadId: string | undefined) => void;
  shown: (preview: Preview | undefined) => void;
}) => {
  const form = Form.useFormInstance();
  const [state, setState] = useState<State>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const clear = () => {
    stop.current?.abort();
    setState(undefined);
    shown(undefined);
    onChange?.(undefined);
  };
  const start = async (file: File) => {
    if (!extFileTypes.some((type) => file.name.toLowerCase().endsWith(`.${type}`)))
      return toast.error('只能上传 xlsx、csv 或 txt 文件');
    if (file.size > chunkBytes * mostChunks) return toast.error('文件超过1GB');
    if (file.size === 0) return toast.error('文件为空');
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    const uploadId = uploadIdOf(file);
    setState({ file, share: 0 });
    shown(undefined);
    try {
      await sendChunks(file, uploadId, { signal, onProgress: (share) => setState({ file, share }) });
      form.setFieldValue('fileName', file.name);
      if (!form.getFieldValue('name')) form.setFieldValue('name', file.name.replace(/\.\w+$/, '').slice(0, 40));
      onChange?.(uploadId);
      shown(await call(extImportApi.preview, { uploadId }, { quiet: true, signal }));
    } catch (error) {
      if (!signal.aborted) setState({ file, share: 0, error: reasonOf(error) });
    }
  };
  if (!state)
    return (
      <Upload.Dragger
        id={id}
        accept={extFileTypes.map((type) => `.${type}`).join()}
        showUploadList={false}
        beforeUpload={(file) => {
          void start(file);
          return false;
        }}
      >
        <div className="zy-ext-drop">
          <FileUp size={20} strokeWidth={1.6} />
          <span>把文件拖到这里，或点击选择</span>
          <small>csv、txt 最多 1000 万行、1 GB；xlsx 最多 10 万行</small>
        </div>
      </Upload.Dragger>
    );
  const isDone = value !== undefined && state.share === 1;
  return (
    <div className="zy-ext-file" aria-live="polite">
      <b title={state.file.name}>{state.file.name}</b>
      <small>
        {bytesText(state.file.size)}
        {isDone ? '，已上传' : state.error ? '' : '，上传中，断开后可继续'}
      </small>
      {!isDone && !state.error && <Progress percent={Math.floor(state.share * 100)} size="small" />}
      {state.error && (
        <small className="zy-ext-failed">
          {state.error}
          <Button type="link" size="small" onClick={() => void start(state.file)}>
            继续上传
          </Button>
        </small>
      )}
      <Button type="text" size="small" aria-label="移除文件" icon={<X size={14} strokeWidth={1.6} />} onClick={clear} />
    </div>
  );
};
