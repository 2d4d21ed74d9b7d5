import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { mostChildren } from '@zhuiyuan/contract/packing/packing';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { PasteBox } from '../../parts/pickers/paste-box.tsx';
import { readCodes } from '../../parts/pickers/read-codes.ts';
import { UploadButton } from '../../parts/upload/upload-button.tsx';

/** Codes typed, scanned or pasted, one a line, or read from a file; the value is the codes, each once. Goes into an `OwnField`. */
export const CodesInput = ({
  id,
  onChange,
}: {
  id?: string;
  value?: string[];
  onChange?: (codes: string[] | undefined) => void;
}) => {
  const [text, setText] = useState('');
  const { codes, repeated } = readCodes(text);
  const change = (next: string) => {
    setText(next);
    const { codes: typed } = readCodes(next);
    onChange?.(typed.length > 0 ? typed : undefined);
  };
  const read = async (fileUrl: string) => {
    try {
      const found = await call(packLogApi.readFile, { fileUrl }, { quiet: true });
      change([text.trim(), ...found.codes].filter(Boolean).join('\n'));
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <div className="zy-pack-codes">
      <PasteBox
        id={id}
        text={text}
        change={change}
        count={codes.length}
        repeated={repeated}
        most={mostChildren}
        tooMany={`一次最多补录${mostChildren}个编码`}
      />
      <div className="zy-pack-file">
        <UploadButton label="编码文件" accept=".xlsx,.csv,.txt" done={(fileUrl) => void read(fileUrl)} />
        <small>xlsx、csv 或 txt，每行一个编码，读出的编码接在后面</small>
      </div>
    </div>
  );
};
