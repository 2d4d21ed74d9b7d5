import { minuteText } from '@zhuiyuan/contract/kit/clock';
import { useEffect, useRef, useState } from 'react';
import type { MouldFields } from './mould-state.ts';

interface Kept {
  at: string;
  fields: MouldFields;
}
const everyMs = 5000;

const read = (key: string): Kept | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return kept && Array.isArray(kept.fields?.elements) ? kept : undefined;
  } catch {
    return undefined;
  }
};
const write = (key: string, kept: Kept | undefined): void => {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing only has no draft.
  }
};

/** Keeps what is drawn in this browser every five seconds while it is not saved; what an earlier visit left is offered once. */
export const useDraftKept = (of: string, fields: MouldFields | undefined, isDirty: boolean) => {
  const key = `zy-mould-${of}`;
  const latest = useRef(fields);
  useEffect(() => {
    latest.current = fields;
  });
  const [left, setLeft] = useState(() => read(key));
  const [savedAt, setSavedAt] = useState('');
  useEffect(() => {
    if (!isDirty) return;
    const timer = setInterval(() => {
      if (!latest.current) return;
      const at = minuteText(Date.now());
      write(key, { at, fields: latest.current });
      setSavedAt(at);
    }, everyMs);
    return () => clearInterval(timer);
  }, [isDirty, key]);
  return {
    left,
    savedAt,
    forget: () => {
      write(key, undefined);
      setLeft(undefined);
      setSavedAt('');
    },
    dismiss: () => setLeft(undefined),
  };
};
