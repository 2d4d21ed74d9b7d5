import { useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { chosenRole } from './session.ts';
import { useLeft } from '../../lib/use-left.ts';

/** Work that is kept on the phone with each change. */
export interface Draft<T> {
  /** How it stands, also before it is drawn: several scans can come in between. */
  now: () => T;
  put: (next: T) => void;
  /** The work is done: nothing of it is kept any more. */
  drop: () => void;
}

/**
 * Unfinished work of a screen, kept on the phone under `name`; `complete` makes it of what was kept there. What comes after the
 * screen was left changes what is still kept, and nothing else.
 */
export const useDraft = <T>(name: string, complete: (kept?: Partial<T>) => T): [state: T, draft: Draft<T>] => {
  const [state, setState] = useState(() => complete(readDraft<Partial<T>>(name)));
  const latest = useRef(state);
  const isDropped = useRef(false);
  const isLeft = useLeft();
  const draft = useMemo<Draft<T>>(() => {
    const role = chosenRole();
    const readKept = (): Partial<T> | undefined =>
      isDropped.current || chosenRole() !== role ? undefined : readDraft<Partial<T>>(name);
    return {
      now: () => (isLeft.current ? complete(readKept()) : latest.current),
      put: (next) => {
        if (isLeft.current) {
          if (readKept()) keepDraft(name, next);
          return;
        }
        latest.current = next;
        setState(next);
        if (!isDropped.current) keepDraft(name, next);
      },
      drop: () => {
        if (chosenRole() === role) dropDraft(name);
        isDropped.current = true;
      },
    };
  }, [name, complete, isLeft]);
  return [state, draft];
};
