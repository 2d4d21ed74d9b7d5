import FileSpreadsheet from 'icon:file-spreadsheet';
import Upload from 'icon:upload';
import X from 'icon:x';
import { useRef, useState } from 'react';
import { bytesText } from '../format/numbers.ts';
import './import.css';

const accept = '.xlsx,.csv,.txt';

/** A place to drop or choose one file. */
export const FileDrop = ({
  file,
  choose,
  share,
  error,
}: {
  file: File | undefined;
  choose: (file: File | undefined) => void;
  /** 0 to 1 while it is sent. */
  share: number | undefined;
  error?: string;
}) => {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <div>
      <div
        className={`zy-drop${isOver ? ' zy-drop-over' : ''}${error ? ' zy-drop-bad' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const dropped = event.dataTransfer.files[0];
          if (dropped) choose(dropped);
        }}
      >
        {file ? (
          <div className="zy-drop-file">
            <FileSpreadsheet size={20} strokeWidth={1.6} aria-hidden="true" />
            <span title={file.name}>{file.name}</span>
            <small>{share === undefined ? bytesText(file.size) : `${Math.floor(share * 100)}%`}</small>
            {share === undefined && (
              <button type="button" className="zy-icon-button" aria-label="移除文件" onClick={() => choose(undefined)}>
                <X size={14} strokeWidth={1.6} aria-hidden="true" />
              </button>
            )}
          </div>
        ) : (
          <button type="button" className="zy-drop-choose" onClick={() => chooser.current?.click()}>
            <Upload size={20} strokeWidth={1.6} aria-hidden="true" />
            <span>点击选择文件，或将文件拖到此处</span>
            <small>支持 xlsx、csv、txt</small>
          </button>
        )}
      </div>
      {error && (
        <div className="zy-drop-error" role="alert">
          {error}
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        className="zy-chooser"
        accept={accept}
        aria-label="选择要导入的文件"
        onChange={({ target }) => {
          if (target.files?.[0]) choose(target.files[0]);
          target.value = '';
        }}
      />
    </div>
  );
};
