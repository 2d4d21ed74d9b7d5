import { uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { useRef, useState, type ReactNode } from 'react';
import { CallFailed, offlineText, unwrap } from '../../lib/call.ts';
import { smallPicture } from '../../lib/formats.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { whoCalls } from '../lib/field-call.ts';
import { FieldIcon } from '../lib/field-icons.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { openSheet } from './sheet.tsx';

/** Longer side and quality of what is sent: a phone's own pictures are ten times as heavy and say no more. */
const side = 2000;
const quality = 0.86;
const noPicture = '这个文件不是图片，请换一张 JPG 或 PNG 图片';
const waitText = '照片上传中，请稍候';

/** A picture of the camera, small enough to be sent over a poor connection; the file itself where the browser cannot draw it. */
const shrunk = async (file: File): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(file);
    const share = Math.min(1, side / Math.max(picture.width, picture.height));
    if (share === 1 && file.size < 1_500_000 && file.type === 'image/jpeg') return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * share);
    canvas.height = Math.round(picture.height * share);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', quality));
  } catch {
    return file;
  }
};

const send = async (file: File, query: string): Promise<string> => {
  const form = new FormData();
  const picture = await shrunk(file);
  form.append('file', picture, picture.type === 'image/png' ? 'photo.png' : 'photo.jpg');
  let answer: Response;
  try {
    answer = await fetch(`/public/upload/image${query}`, { method: 'POST', headers: whoCalls(), body: form });
  } catch {
    throw new CallFailed(0, offlineText);
  }
  try {
    return (unwrap(await answer.text()) as { url: string }).url;
  } catch (error) {
    // Of the name it was sent under he knows nothing.
    const isOther = error instanceof CallFailed && error.code === uploadRefusals.mismatch[0];
    throw isOther ? new CallFailed(error.code, noPicture) : error;
  }
};

/** Photographs of one thing: `view` is shown, the rest is for whoever sends what they belong to. */
export interface Photos {
  view: ReactNode;
  addresses: () => string[];
  /** Says so when a photograph is still under way; the words go when it has come. */
  isWaiting: () => boolean;
  fail: (words: string) => void;
}

/**
 * Photographs taken with the camera: each is sent at once, opened by a tap, deleted from there. `query` goes with each; what is
 * there already is `kept`, and every change is told, as is that one is on its way.
 */
export const usePhotos = ({
  most,
  query = () => '',
  kept = [],
  changed,
}: {
  most: number;
  query?: () => string;
  kept?: string[];
  changed?: (addresses: string[]) => void;
}): Photos => {
  const [addresses, setAddresses] = useState(kept);
  const [sending, setSending] = useState(0);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  // Photographs come while others are sent: what is there is not what was there when one was taken.
  const now = useRef({ addresses: kept, sending: 0 });
  const tell = useLatest(changed);

  const put = (next: string[]): void => {
    now.current.addresses = next;
    setAddresses(next);
    tell.current?.(next);
  };
  const count = (by: number): void => {
    now.current.sending += by;
    setSending(now.current.sending);
  };
  const fail = (words: string): void => {
    setError(words);
    if (words) add.current?.focus();
  };
  const take = async (file: File): Promise<void> => {
    count(1);
    setError('');
    // Whoever keeps them has begun by now, should the screen be left before it comes.
    tell.current?.(now.current.addresses);
    try {
      const address = await send(file, query());
      put([...new Set([...now.current.addresses, address])]);
    } catch (failed) {
      setError(reasonOf(failed));
    }
    count(-1);
    if (now.current.sending === 0) setError((words) => (words === waitText ? '' : words));
  };
  const enlarge = (address: string): void =>
    void openSheet('照片', (close) => (
      <>
        <img className="f-large" src={address} alt="照片" />
        <div className="acts">
          <button type="button" className="button" onClick={close}>
            关闭
          </button>
          <button
            type="button"
            className="button f-danger"
            onClick={() => {
              put(now.current.addresses.filter((one) => one !== address));
              close();
            }}
          >
            删除照片
          </button>
        </div>
      </>
    ));

  const view = (
    <div>
      <div className="f-photos">
        {addresses.map((address) => (
          <button
            key={address}
            type="button"
            className="f-photo"
            aria-label="查看照片"
            onClick={() => enlarge(address)}
          >
            <img src={smallPicture(address)} alt="" />
          </button>
        ))}
        {Array.from({ length: sending }, (_, at) => (
          <span key={at} className="f-photo f-waiting" role="status">
            上传中
          </span>
        ))}
        <button
          ref={add}
          type="button"
          className="f-add"
          hidden={addresses.length + sending >= most}
          onClick={() => input.current!.click()}
        >
          <FieldIcon name="camera" size={20} />
          加照片
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        className="unseen"
        aria-label="拍照"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void take(file);
        }}
      />
      <p className="error" role="alert">
        {error}
      </p>
    </div>
  );
  return {
    view,
    addresses: () => [...now.current.addresses],
    isWaiting: () => {
      if (now.current.sending > 0) fail(waitText);
      return now.current.sending > 0;
    },
    fail,
  };
};
