import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { takeExport } from '../../../parts/list/export-button.tsx';
import { useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { UploadInput } from '../../../parts/upload/upload-input.tsx';

const takeTemplate = async () => {
  try {
    takeExport(await call(codeOpApi.template, {}));
  } catch (error) {
    toast.failure(error);
  }
};

/** 上传文件: a file of codes or runs, worked through in the background. */
export const PickFile = ({
  fileUrl,
  fileName,
  firmId,
  change,
}: {
  fileUrl: string | undefined;
  fileName: string | undefined;
  firmId: number | undefined;
  change: (chosen: { fileUrl?: string; fileName?: string; firmId?: number }) => void;
}) => {
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  return (
    <>
      {isPlatform && (
        <ChoiceSelect<number>
          from={firms}
          className="zy-full"
          aria-label="所属企业"
          placeholder="所属企业"
          value={firmId}
          onChange={(next) => change({ firmId: next })}
        />
      )}
      <UploadInput
        value={fileUrl}
        name={fileName}
        accept=".xlsx,.csv,.txt"
        onChange={(address) => change({ fileUrl: address || undefined, fileName: undefined })}
      />
      <p className="zy-pick-note">
        xlsx、csv 或 txt，最多 20 万行；每行一个编码，或起始编码与结束编码。文件在后台逐行执行，
        <button type="button" className="zy-link" onClick={() => void takeTemplate()}>
          下载选码模板
        </button>
      </p>
    </>
  );
};
