import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** A labelled input with its mark, what stands after it, a hint, and what is wrong with it. */
export const TextField = ({
  label,
  icon: Icon,
  error,
  hint,
  after,
  beside,
  id,
  ...input
}: {
  label: string;
  icon: LucideIcon;
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
        <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
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
