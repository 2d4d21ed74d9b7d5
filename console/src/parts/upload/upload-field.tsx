import { Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { Field, type FieldProps } from '../field.tsx';
import { UploadButton } from './upload-button.tsx';
import '../sheet.css';
import './upload.css';

interface UploadInputProps {
  value?: string;
  onChange?: (address: string) => void;
  accept?: string;
}

const UploadInput = ({ value = '', onChange, accept }: UploadInputProps) => {
  const [sent, setSent] = useState({ address: '', name: '' });
  const name = sent.address === value ? sent.name : value.split('/').at(-1);
  return (
    <div className="zy-upload-field">
      <UploadButton
        accept={accept}
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

/** One uploaded file; the draft keeps its address. */
export const UploadField = ({ accept, ...field }: FieldProps & { accept?: string }) => (
  <Field {...field}>
    <UploadInput accept={accept} />
  </Field>
);
