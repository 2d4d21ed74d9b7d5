import type { ComponentProps, ReactNode } from 'react';
import { Mark, type MarkName } from './mark.tsx';

/** A labelled input with its mark, what stands after it, a hint, and what is wrong with it. */
export const TextField = ({
  label,
  icon,
  error,
  hint,
  after,
  beside,
  id,
  ...input
}: {
  label: string;
  icon: MarkName;
  error: string | undefined;
  hint?: ReactNode;
  /** Inside the frame, as the eye of a password. */
  after?: ReactNode;
  /** Right of the frame, as the captcha. */
  beside?: ReactNode;
  id: string;
} & Omit<ComponentProps<'input'>, 'id'>) => (
  <div className="field" data-wrong={Boolean(error)}>
    <label htmlFor={id}>{label}</label>
    <div className="field-line">
      <div className="field-frame">
        <Mark name={icon} />
        <input id={id} placeholder={label} aria-invalid={Boolean(error)} aria-describedby={`${id}-note`} {...input} />
        {after}
      </div>
      {beside}
    </div>
    <div id={`${id}-note`} className="field-note">
      {hint}
      {error && <p className="field-error">{error}</p>}
    </div>
  </div>
);
