import { useEffect, useRef } from 'react';
import { toast } from '../../lib/toast.ts';
import { beep } from '../feedback/beep.ts';
import { isScanned, silenceMs, withSign, type Burst } from './scanned.ts';

const openLayers = '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open';

/** Whether something lies open above a box of the tab that is shown; of a kept tab none is. */
export const isBehind = (box: HTMLElement): boolean =>
  !box.offsetParent || [...document.querySelectorAll(openLayers)].some((layer) => !layer.contains(box));

const typing = 'input, textarea, [contenteditable]';

/** Beeps and says why when a scan comes while something lies open above the box: it would go nowhere, and its Enter would press a button there. */
export const useLostScans = (findBox: () => HTMLElement | null | undefined): void => {
  const find = useRef(findBox);
  useEffect(() => {
    find.current = findBox;
  });
  useEffect(() => {
    let burst: Burst | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      clearTimeout(timer);
      burst = undefined;
      beep(2);
      toast.error('刚才的扫码没有录入：请先关闭打开的窗口再扫');
    };
    const press = (event: KeyboardEvent) => {
      const box = find.current();
      const { target } = event;
      if (!box?.offsetParent || !isBehind(box) || (target instanceof Element && target.matches(typing))) return;
      if (event.key.length === 1 && !event.repeat) {
        clearTimeout(timer);
        burst = withSign(burst, burst ? burst.from + burst.signs : 0, event.timeStamp);
        if (isScanned(burst)) timer = setTimeout(tell, silenceMs);
      } else if (
        isScanned(burst) &&
        ['Enter', 'Tab'].includes(event.key) &&
        event.timeStamp - burst.last <= silenceMs
      ) {
        event.preventDefault();
        event.stopPropagation();
        tell();
      }
    };
    // Before the buttons of what lies open.
    addEventListener('keydown', press, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', press, { capture: true });
    };
  }, []);
};
