import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { mostChildren, packingApi } from '@zhuiyuan/contract/packing/packing';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
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
  const may = useMay();
  const [text, setText] = useState('');
  // What is typed while a file is on its way stays.
  const typed = useRef('');
  const { codes, repeated } = readCodes(text);
  // Whoever may import what lies in boxes sends a file as one of those.
  const importOf = may(packingApi.import.may) ? 'pack' : undefined;
  const change = (next: string) => {
    setText(next);
    typed.current = next;
    const { codes: all } = readCodes(next);
    onChange?.(all.length > 0 ? all : undefined);
  };
  const read = async (fileUrl: string) => {
    try {
      const found = await call(packLogApi.readFile, { fileUrl }, { quiet: true });
      change([typed.current.trim(), ...found.codes].filter(Boolean).join('\n'));
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
      {(importOf || may(uploadApi.file.may)) && (
        <div className="zy-pack-file">
          <UploadButton
            label="编码文件"
            accept=".xlsx,.csv,.txt"
            importOf={importOf}
            done={(fileUrl) => void read(fileUrl)}
          />
          <small>xlsx、csv 或 txt，每行一个编码，读出的编码接在后面</small>
        </div>
      )}
    </div>
  );
};
