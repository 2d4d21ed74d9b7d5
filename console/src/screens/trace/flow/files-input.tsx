import { fileExtensions, fileMegabytes, mostFiles, type FlowFile } from '@zhuiyuan/contract/trace/flow/flow-values';
import Paperclip from 'icon:paperclip';
import X from 'icon:x';
import { UploadButton } from '../../../parts/upload/upload-button.tsx';

const accept = fileExtensions.map((extension) => `.${extension}`).join(',');

const refusalOf = ({ name, size }: File): string | undefined => {
  if (!fileExtensions.some((end) => name.toLowerCase().endsWith(`.${end}`))) return '附件只支持pdf、xlsx、docx';
  return size > fileMegabytes * 1024 * 1024 ? `附件不能超过${fileMegabytes} MB` : undefined;
};

/** Papers of a record: uploaded here, shown by name. */
export const FilesInput = ({
  id,
  value = [],
  onChange,
}: {
  id?: string;
  value?: FlowFile[];
  onChange?: (files: FlowFile[]) => void;
}) => (
  <div id={id} tabIndex={-1} className="zy-files">
    {value.map(({ name, url }) => (
      <span key={url} className="zy-file">
        <Paperclip size={14} strokeWidth={1.6} aria-hidden="true" />
        <em title={name}>{name}</em>
        <button
          type="button"
          className="zy-icon-button"
          aria-label={`移除 ${name}`}
          onClick={() => onChange?.(value.filter((each) => each.url !== url))}
        >
          <X size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </span>
    ))}
    {value.length < mostFiles && (
      <UploadButton
        accept={accept}
        check={refusalOf}
        done={(url, name) => onChange?.([...value, { name: name.slice(0, 90), url }])}
      />
    )}
  </div>
);
