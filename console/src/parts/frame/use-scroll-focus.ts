import { useEffect, type RefObject } from 'react';

const scrolling = '.ant-table-content, .ant-table-body';
const focusable = 'a[href], button, input, [tabindex="0"]';

/** Lets the keyboard reach, and so scroll, a table with nothing in it that takes the focus. The ref is of what is around it. */
export const useScrollFocus = (around: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    for (const each of around.current?.querySelectorAll(scrolling) ?? [])
      if (each.querySelector(focusable)) each.removeAttribute('tabindex');
      else each.setAttribute('tabindex', '0');
  });
};
