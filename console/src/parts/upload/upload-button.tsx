import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { plainUploadFolder, uploadApi } from '@zhuiyuan/contract/media/upload';
import { Button } from 'antd';
import Upload from 'icon:upload';
import { useRef, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { May } from '../feedback/may.tsx';
import { sendFile } from './send-file.ts';
import { useFileDrop } from './use-file-drop.ts';
import './upload.css';

interface UploadButtonProps {
  /** Told the address of what was uploaded. */
  done: (address: string, name: string) => void;
  /** Extensions the chooser offers, as `.pem,.p12`; the server has the last word. */
  accept?: string;
  disabled?: boolean;
  /** What kind of file is asked for, said to those who cannot see where the button stands. */
  label?: string;
  /** Sends it as a file of this import, which whoever may import may send. */
  importOf?: ImportBiz;
  /** Why a file cannot be taken, said before it is sent. */
  check?: (file: File) => string | undefined;
}

/** 点击上传: sends one file that is chosen, dropped onto it or pasted, says so, and answers its address. Shown to those who may upload files. */
export const UploadButton = ({
  done,
  accept,
  disabled,
  label = '要上传的文件',
  importOf,
  check,
}: UploadButtonProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const send = async (file: File | undefined) => {
    if (!file) return;
    const refusal = check?.(file);
    if (refusal) {
      toast.warning(refusal);
      return;
    }
    setShare(0);
    try {
      const { url, fileName } = importOf
        ? await sendFile(importTaskApi.upload, file, { about: { biz: importOf }, onProgress: setShare })
        : await sendFile(uploadApi.file, file, { about: { pid: plainUploadFolder }, onProgress: setShare });
      toast.success('上传成功');
      done(url, fileName);
    } catch (error) {
      toast.failure(error);
    } finally {
      setShare(undefined);
    }
  };
  const isBusy = share !== undefined;
  const drop = useFileDrop(!isBusy && !disabled, ([file]) => void send(file));
  return (
    <May of={importOf ? importTaskApi.upload.may : uploadApi.file.may}>
      <Button
        {...drop.handlers}
        className={drop.isOver ? 'zy-upload-over' : undefined}
        title="也可把文件拖到这里，或选中后粘贴"
        icon={<Upload size={14} strokeWidth={1.6} aria-hidden="true" />}
        loading={isBusy}
        disabled={disabled}
        onClick={() => chooser.current?.click()}
      >
        {isBusy ? `上传中，请稍候... ${Math.floor(share * 100)}%` : '点击上传'}
      </Button>
      <input
        ref={chooser}
        type="file"
        className="zy-chooser"
        accept={accept}
        aria-label={`选择${label}`}
        onChange={({ target }) => {
          void send(target.files?.[0]);
          target.value = '';
        }}
      />
    </May>
  );
};
