import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { Picture } from './picture.tsx';

const most = 4;
const heaviest = 10 * 1024 * 1024;
const kinds = /^image\/(jpeg|png|gif|bmp)$/;

/** Sends one file, telling its progress from 0 to 1; rejects with the words for the shopper. `signal` stops it. */
export type Upload = (file: File, progress: (part: number) => void, signal: AbortSignal) => Promise<string>;

interface Kept {
  id: number;
  file: File;
  stop: AbortController;
  /** Once it is uploaded. */
  address?: string;
  isSending: boolean;
  progress: number;
  /** Why it was not. */
  failed?: string;
}

const PictureItem = ({ kept, again, drop }: { kept: Kept; again: () => void; drop: () => void }) => {
  const { file, address, isSending, progress, failed } = kept;
  return (
    <li>
      {address !== undefined && <Picture src={address} alt="" width={40} height={40} />}
      <span className="name">{file.name}</span>
      <span className="note">{isSending ? '上传中' : (failed ?? '已上传')}</span>
      <button type="button" className="text-button" hidden={failed === undefined} onClick={again}>
        重试
      </button>
      <button type="button" className="text-button" aria-label={`移除${file.name}`} onClick={drop}>
        移除
      </button>
      <progress max={1} value={progress} aria-label={`${file.name}上传进度`} hidden={!isSending} />
    </li>
  );
};

/** Pictures under way and uploaded: the newest of them for whoever sends what they belong to, also before they are shown. */
const useUploads = (upload: Upload) => {
  const [shown, setShown] = useState<Kept[]>([]);
  const latest = useRef(shown);
  const count = useRef(0);
  const put = (pictures: Kept[]): void => {
    latest.current = pictures;
    setShown(pictures);
  };
  const change = (id: number, changes: Partial<Kept>): void =>
    put(latest.current.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const send = async ({ id, file, stop }: Kept): Promise<void> => {
    change(id, { isSending: true, failed: undefined });
    try {
      const address = await upload(file, (progress) => change(id, { progress }), stop.signal);
      change(id, { address, isSending: false });
    } catch (error) {
      change(id, { failed: reasonOf(error), isSending: false });
    }
  };
  const add = (file: File): void => {
    count.current += 1;
    const kept: Kept = { id: count.current, file, stop: new AbortController(), isSending: true, progress: 0 };
    put([...latest.current, kept]);
    void send(kept);
  };
  const drop = ({ id, stop }: Kept): void => {
    stop.abort();
    put(latest.current.filter((one) => one.id !== id));
  };
  return { shown, latest, add, send, drop };
};

/** Picture addresses once uploaded, and whether some are still on their way. */
export interface Pictures {
  view: ReactNode;
  addresses: () => string[];
  isBusy: () => boolean;
}

/** Up to four pictures, each with its progress, a way to remove it and, after a failure, to send it again. */
export const usePictures = (upload: Upload): Pictures => {
  const { shown, latest, add, send, drop } = useUploads(upload);
  const [error, setError] = useState('');
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    let fault = '';
    for (const file of currentTarget.files ?? []) {
      if (!kinds.test(file.type)) fault = '仅支持 jpg、jpeg、png、gif、bmp 图片';
      else if (file.size > heaviest) fault = `${file.name}超过10MB`;
      else if (latest.current.length >= most) fault = `最多上传${most}张图片`;
      else add(file);
    }
    setError(fault);
    currentTarget.value = '';
  };
  return {
    view: (
      <div className="field" role="group" aria-label="图片">
        <span className="label">{`图片（最多${most}张）`}</span>
        <ul className="pictures">
          {shown.map((kept) => (
            <PictureItem key={kept.id} kept={kept} again={() => void send(kept)} drop={() => drop(kept)} />
          ))}
        </ul>
        <label className={shown.length >= most ? 'button add full' : 'button add'}>
          <input
            type="file"
            accept="image/jpeg,image/png,image/gif,image/bmp"
            multiple
            className="unseen"
            onChange={choose}
          />
          添加图片
        </label>
        <p className="error" role="alert">
          {error}
        </p>
      </div>
    ),
    addresses: () => latest.current.flatMap(({ address }) => (address ? [address] : [])),
    isBusy: () => latest.current.some(({ isSending }) => isSending),
  };
};
