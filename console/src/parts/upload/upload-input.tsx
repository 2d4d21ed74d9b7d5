import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import Paperclip from 'icon:paperclip';
import X from 'icon:x';
import { useState } from 'react';
import { UploadButton } from './upload-button.tsx';
import '../frame/sheet.css';

interface UploadInputProps {
  id?: string;
  value?: string;
  onChange?: (address: string) => void;
  accept?: string;
  label?: string;
  /** What the file is called, where it was not sent from here. */
  name?: string;
  /** Sends it as a file of this import; what one may then depends on that. */
  importOf?: ImportBiz;
}

/** One uploaded file: the button, and the name of what was uploaded; the value is its address. Goes into an `OwnField`. */
export const UploadInput = ({ id, value = '', onChange, accept, label, name: known, importOf }: UploadInputProps) => {
  const [sent, setSent] = useState({ address: '', name: '' });
  const name = sent.address === value ? sent.name : (known ?? value.split('/').at(-1));
  return (
    <div className="zy-upload-field" id={id} tabIndex={-1}>
      <UploadButton
        accept={accept}
        label={label}
        importOf={importOf}
        done={(address, fileName) => {
          setSent({ address, name: fileName });
          onChange?.(address);
        }}
      />
      {value && (
        <span>
          <Paperclip size={14} strokeWidth={1.6} aria-hidden="true" />
          <em title={name}>{name}</em>
          <button type="button" className="zy-icon-button" aria-label={`移除 ${name}`} onClick={() => onChange?.('')}>
            <X size={14} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </span>
      )}
    </div>
  );
};
