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
/** For so many frames the focus stays before it is left alone: the frame around takes it at its first, or once it has moved in. */
const framesHeld = 8;

/** Focuses what is found in a body until that keeps the focus, or something else was entered. */
const hold = (bodyNow: () => HTMLElement | undefined, find: (body: HTMLElement) => HTMLElement | undefined): void => {
  const was = document.activeElement;
  let frames = 0;
  let held = 0;
  const next = () => {
    const body = bodyNow();
    const at = document.activeElement;
    const isIn = body?.contains(at) ?? false;
    // A filter or another form from which this one was opened is left, one that was entered since is not.
    if (!isIn && at !== was && at?.matches('input, textarea, [contenteditable="true"]')) return;
    held = isIn ? held + 1 : 0;
    if (!isIn && body) find(body)?.focus();
    frames += 1;
    if (frames < mostFrames && held < framesHeld) requestAnimationFrame(next);
  };
  next();
};

/**
 * Puts the focus into the first field of a form, also where that is drawn or shown some frames later and the frame around it takes
 * the focus before or after. Leaves it where it is once it stands in a field; phones keep their keyboard down.
 */
export const focusSoon = (bodyNow: () => HTMLElement | undefined): void => {
  if (!matchMedia('(hover: none)').matches) hold(bodyNow, firstOf);
};

/** Puts the focus on something that may be drawn some frames later, within a frame that takes it for itself. */
export const holdFocus = (fieldNow: () => HTMLElement | undefined): void => hold(fieldNow, (field) => field);
