import { useLayoutEffect, useRef, useState } from 'react';
import { readWithCamera } from '../lib/read-with-camera.ts';
import { useLatest } from '../lib/use-latest.ts';
import { Icon } from './icon.tsx';

/** The camera's picture until a code is seen; `done` hears its text, null where it was stopped. */
const Watching = ({ done, fail }: { done: (text: string | null) => void; fail: () => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useLatest({ done, fail });
  const [stop] = useState(() => new AbortController());
  useLayoutEffect(() => {
    const end = (): void => stop.abort();
    readWithCamera(video.current!, stop.signal).then(
      (text) => latest.current.done(text),
      () => latest.current.fail(),
    );
    addEventListener('popstate', end);
    return () => {
      removeEventListener('popstate', end);
      end();
    };
  }, [latest, stop]);
  return (
    <>
      <video ref={video} className="camera" playsInline muted />
      <button type="button" className="button" onClick={() => stop.abort()}>
        停止扫码
      </button>
    </>
  );
};

/** Reads a code with the camera; `found` hears its text, `fail` that there is no camera to be opened. */
export const CodeCamera = ({ found, fail }: { found: (text: string) => void; fail: () => void }) => {
  const [isWatching, setWatching] = useState(false);
  const done = (text: string | null): void => {
    setWatching(false);
    if (text) found(text);
  };
  const failed = (): void => {
    setWatching(false);
    fail();
  };
  return (
    <div>
      {isWatching ? (
        <Watching done={done} fail={failed} />
      ) : (
        <button type="button" className="button" onClick={() => setWatching(true)}>
          <Icon name="scan" size={18} />
          扫码查询
        </button>
      )}
    </div>
  );
};
