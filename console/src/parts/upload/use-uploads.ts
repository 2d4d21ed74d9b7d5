import type { Uploaded } from '@zhuiyuan/contract/media/upload';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Target } from '../../lib/request.ts';
import { sendFile } from './send-file.ts';
import { UploadQueue, type UploadItem } from './upload-queue.ts';

/** Files on their way to the server; `onBatch` hears what arrived when nothing is under way any more. */
export const useUploads = (
  target: Target,
  onBatch: (arrived: Uploaded[]) => void,
): { items: readonly UploadItem[]; queue: UploadQueue } => {
  const [queue] = useState(
    () =>
      new UploadQueue(({ file, pid }, onProgress, signal) =>
        sendFile(target, file, { about: { pid }, onProgress, signal }),
      ),
  );
  useEffect(() => {
    queue.tell(onBatch);
  }, [queue, onBatch]);
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const isBusy = items.some(({ state }) => state === 'sending' || state === 'waiting' || state === 'paused');
  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
  return { items, queue };
};
