import { useEffect, useRef, type ChangeEvent, type KeyboardEvent } from 'react';
import { endOf, isScanned, learnEnd, longestStop, withSign, type Burst } from './scanned.ts';

/** How scanners end a code that send control keys for line ends and tabulators. */
const controlEnds: ReadonlySet<string> = new Set(['j', 'm', 'i']);

/**
 * When a box hands over what stands in it: at Enter or Tab, with whatever modifier a handheld sets, and where a scanner sends no end,
 * after its silence, a short one where the last code ended so or this one may be whole. Of a box that already held something a scan is handed over alone.
 */
export const useScanned = (hand: (text: string) => void) => {
  const burst = useRef<Burst>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (text: string, by: 'key' | 'silence') => {
    clearTimeout(timer.current);
    const scanned = burst.current;
    burst.current = undefined;
    // Also by one that came late, to a box that was emptied after a silence.
    learnEnd(by);
    hand(isScanned(scanned) ? text.slice(scanned.from, scanned.from + scanned.signs) : text);
  };
  return {
    /** What was typed: one sign of a scanner or a hand, or something pasted. */
    heard: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      clearTimeout(timer.current);
      const { data, isComposing } = nativeEvent as InputEvent;
      const at = (target.selectionStart ?? target.value.length) - 1;
      burst.current =
        data?.length === 1 && !isComposing
          ? withSign(burst.current, at, nativeEvent.timeStamp, longestStop())
          : undefined;
      if (isScanned(burst.current))
        timer.current = setTimeout(() => end(target.value, 'silence'), endOf(burst.current.signs));
    },
    pressed: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.nativeEvent.isComposing) return;
      // A key that is held down is nobody's scan.
      if (event.repeat) burst.current = undefined;
      const text = event.currentTarget.value;
      const isControl = event.ctrlKey && isScanned(burst.current) && controlEnds.has(event.key.toLowerCase());
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const isEnd =
        event.key === 'Enter'
          ? !hasModifier || isScanned(burst.current)
          : event.key === 'Tab'
            ? text !== '' && (!hasModifier || isScanned(burst.current))
            : isControl;
      if (!isEnd) return;
      event.preventDefault();
      // A screen's own keys are not meant.
      if (hasModifier) event.stopPropagation();
      end(text, 'key');
    },
  };
};
