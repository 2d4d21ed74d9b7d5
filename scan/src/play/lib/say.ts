/** Says something to screen readers, without taking the focus anywhere. */
export const say = (words: string): void => {
  document.getElementById('status')!.textContent = words;
};

/** Takes the focus to what is shown now; in a frame only from within it, so that who types beside the frame goes on typing. */
export const leadTo = (element: HTMLElement | null): void => {
  if (parent === window || document.hasFocus()) element?.focus({ preventScroll: true });
};
