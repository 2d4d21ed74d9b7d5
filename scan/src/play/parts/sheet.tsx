import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { leadTo } from '../lib/say.ts';
import { PlayIcon } from './play-icon.tsx';

/** Keeps the focus inside while it is open; the heading, which has it first, is no stop of its own. */
const holdFocus = (sheet: HTMLElement, titleId: string, event: KeyboardEvent): void => {
  const targets = [...sheet.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input')].filter(
    ({ disabled }) => !disabled,
  );
  const first = targets[0];
  const last = targets[targets.length - 1];
  const here = document.activeElement;
  if (event.shiftKey && (here === first || !sheet.contains(here) || here?.id === titleId)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && here === last) {
    event.preventDefault();
    first?.focus();
  }
};

/**
 * A sheet from below over the page, with the heading `titleId` and a cross. It is closed by that, by Escape and by a tap beside it, and
 * the focus goes back to where it was: to its field, or its heading, it goes first, and once more when what it shows `isThere`.
 */
export const Sheet = ({
  titleId,
  isThere,
  closed,
  children,
}: {
  titleId: string;
  isThere: boolean;
  /** Takes it away. */
  closed: () => void;
  children: (close: () => void) => ReactNode;
}) => {
  const sheet = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  const close = (): void => {
    closed();
    before?.focus({ preventScroll: true });
  };
  const latest = useLatest(close);
  useLayoutEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') latest.current();
      if (event.key === 'Tab') holdFocus(sheet.current!, titleId, event);
    };
    addEventListener('keydown', heard, true);
    return () => removeEventListener('keydown', heard, true);
  }, [latest, titleId]);
  useLayoutEffect(() => {
    const field = isThere ? sheet.current!.querySelector('input') : null;
    leadTo(field ?? sheet.current!.querySelector('h2'));
  }, [isThere]);
  return (
    <div className="r-layer">
      <button type="button" className="r-shade" aria-label="关闭" tabIndex={-1} onClick={close} />
      <div ref={sheet} className="r-sheet" role="dialog" aria-modal="true" aria-labelledby={titleId}>
        <button type="button" className="r-close" aria-label="关闭" onClick={close}>
          <PlayIcon name="cross" size={20} />
        </button>
        {children(close)}
      </div>
    </div>
  );
};
