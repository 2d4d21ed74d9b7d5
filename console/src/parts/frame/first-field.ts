const control =
  '.ant-form-item-control :is(input:not([type="hidden"], [type="file"]), textarea, [contenteditable="true"], button):not(:disabled)';

/** The first control of a form that can be typed into or chosen with; of a few answers the one that is chosen. */
const firstOf = (form: HTMLElement): HTMLElement | undefined => {
  const first = form.querySelector<HTMLElement>(control);
  const chosen = first?.closest('[role="radiogroup"]')?.querySelector<HTMLElement>('input:checked:not(:disabled)');
  return chosen ?? first ?? undefined;
};

/** Frames within which a dialog is shown and its fields are drawn. */
const mostFrames = 60;

/**
 * Puts the focus into the first field of a form, also where that is drawn or shown some frames later and the frame around it takes
 * the focus before. Leaves it where it is once it stands in a field; phones keep their keyboard down.
 */
export const focusSoon = (bodyNow: () => HTMLElement | undefined): void => {
  if (matchMedia('(hover: none)').matches) return;
  const was = document.activeElement;
  let frames = 0;
  const next = () => {
    const body = bodyNow();
    const at = document.activeElement;
    // A filter or another form from which this one was opened is left, one that was entered since is not.
    if (body?.contains(at) || (at !== was && at?.matches('input, textarea, [contenteditable="true"]'))) return;
    if (body) firstOf(body)?.focus();
    frames += 1;
    if (frames < mostFrames && !body?.contains(document.activeElement)) requestAnimationFrame(next);
  };
  next();
};
