import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { FieldIcon } from '../lib/field-icons.tsx';
import { watchCamera } from '../lib/watch-camera.ts';
import { openLayer } from './layer.tsx';

/** What became of a scan, as it is shown for a second. */
export interface ScanTold {
  ok: boolean;
  words: string;
  /** How far one is: `20 / 22`. */
  count?: string;
}

const toldMs = 1000;
const refusedMs = 2600;

const Told = ({ told: { ok, words, count } }: { told: ScanTold }) => (
  <>
    <FieldIcon name={ok ? 'check' : 'cross'} size={20} weight={2.4} />
    <span>{words}</span>
    {count && <b>{count}</b>}
  </>
);

const Scanner = ({
  title,
  take,
  isSingle,
  close,
}: {
  title: string;
  take: (text: string) => Promise<ScanTold> | ScanTold;
  isSingle: boolean;
  close: () => void;
}) => {
  const video = useRef<HTMLVideoElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState<ScanTold>();
  const [hasCamera, setHasCamera] = useState(true);
  const isBusy = useRef(false);
  const isClosed = useRef(false);

  const hit = async (text: string): Promise<void> => {
    if (isBusy.current || isClosed.current) return;
    isBusy.current = true;
    try {
      const answer = await take(text);
      navigator.vibrate?.(answer.ok ? 60 : [60, 60, 60]);
      if (isSingle && answer.ok) close();
      // One of its own, however often the same is told: each is shown as long.
      else setTold({ ...answer });
    } finally {
      isBusy.current = false;
    }
  };
  const typed = (event: FormEvent): void => {
    event.preventDefault();
    const text = input.current!.value.trim();
    if (!text) return setTold({ ok: false, words: '请输入或扫描编码' });
    input.current!.value = '';
    void hit(text);
  };

  const latest = useLatest(hit);
  useLayoutEffect(() => {
    const stop = new AbortController();
    addEventListener('popstate', close);
    watchCamera(video.current!, stop.signal, (text) => void latest.current(text)).catch(() => {
      if (stop.signal.aborted) return;
      setHasCamera(false);
      input.current!.focus();
    });
    return () => {
      isClosed.current = true;
      stop.abort();
      removeEventListener('popstate', close);
    };
  }, [close, latest]);
  useLayoutEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => setTold(undefined), told.ok ? toldMs : refusedMs);
    return () => clearTimeout(timer);
  }, [told]);

  return (
    <div className={hasCamera ? 'f-scan' : 'f-scan f-no-camera'} role="dialog" aria-modal="true" aria-label={title}>
      {hasCamera && <video ref={video} className="f-video" playsInline muted aria-label="相机画面" />}
      <div className="f-scan-bar">
        <h2>{title}</h2>
        <button type="button" className="f-scan-close" onClick={close}>
          {isSingle ? '关闭' : '完成'}
        </button>
      </div>
      <div className="f-frame" aria-hidden="true" />
      <div className="f-scan-foot">
        <p className={told ? `f-told ${told.ok ? 'f-yes' : 'f-no'}` : 'f-told'} role="status">
          {told ? <Told told={told} /> : hasCamera ? '将编码放入画面' : '无法打开相机，请手动输入'}
        </p>
        <form noValidate onSubmit={typed}>
          <input
            ref={input}
            className="input"
            placeholder="手动输入编码"
            aria-label="手动输入编码"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck="false"
            maxLength={300}
            enterKeyHint="done"
          />
          <button type="submit" className="button">
            确定
          </button>
        </form>
      </div>
    </div>
  );
};

/**
 * The camera over the whole screen: every code is handed over, told for a second, and the next one can come. Where no camera opens
 * a code is typed. `isSingle` closes after the first. Answers what closes it.
 */
export const openScanner = (
  title: string,
  take: (text: string) => Promise<ScanTold> | ScanTold,
  { isSingle = false, closed }: { isSingle?: boolean; closed?: () => void } = {},
): (() => void) =>
  openLayer((close) => <Scanner title={title} take={take} isSingle={isSingle} close={close} />, closed);
