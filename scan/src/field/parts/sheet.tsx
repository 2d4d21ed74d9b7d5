import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { openLayer } from './layer.tsx';

const Sheet = ({ title, close, children }: { title: string; close: () => void; children: ReactNode }) => {
  const sheet = useRef<HTMLDivElement>(null);
  const latest = useLatest(close);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') latest.current();
    };
    addEventListener('keydown', escape, true);
    // A field of its own that took the focus keeps it.
    if (!sheet.current!.contains(document.activeElement)) sheet.current!.focus({ preventScroll: true });
    return () => {
      removeEventListener('keydown', escape, true);
      before?.focus({ preventScroll: true });
    };
  }, [latest]);
  return (
    <div className="f-layer">
      <button type="button" className="f-shade" aria-label="关闭" tabIndex={-1} onClick={close} />
      <div ref={sheet} className="f-sheet" role="dialog" aria-modal="true" aria-label={title} tabIndex={-1}>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
};

/** A sheet from the foot of the screen over everything; answers what closes it. */
export const openSheet = (title: string, build: (close: () => void) => ReactNode, closed?: () => void): (() => void) =>
  openLayer(
    (close) => (
      <Sheet title={title} close={close}>
        {build(close)}
      </Sheet>
    ),
    closed,
  );

/** Asks before something is done that cannot be taken back. */
export const confirmIn = (
  title: string,
  { words, yes, tone = '', further }: { words: string; yes: string; tone?: string; further?: ReactNode },
): Promise<boolean> =>
  new Promise((resolve) => {
    let answer = false;
    openSheet(
      title,
      (close) => (
        <>
          <p className="f-ask">{words}</p>
          {further}
          <div className="acts">
            <button type="button" className="button" onClick={close}>
              取消
            </button>
            <button
              type="button"
              className={`button solid ${tone}`}
              onClick={() => {
                answer = true;
                close();
              }}
            >
              {yes}
            </button>
          </div>
        </>
      ),
      () => resolve(answer),
    );
  });
