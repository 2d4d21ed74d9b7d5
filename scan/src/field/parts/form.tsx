import { useId, useState, type ReactNode } from 'react';

/** What ties a control to its label, its note and its error. */
export interface Tied {
  id: string;
  'aria-describedby': string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** A label above a control, a note and room for an error below it. */
export const Field = ({
  label,
  note,
  error = '',
  isRequired = false,
  children,
}: {
  label: string;
  note?: string;
  error?: string;
  isRequired?: boolean;
  children: (tied: Tied) => ReactNode;
}) => {
  const id = useId();
  const tied: Tied = {
    id,
    'aria-describedby': `${id}-error${note ? ` ${id}-note` : ''}`,
    ...(error && { 'aria-invalid': true }),
    ...(isRequired && { 'aria-required': true }),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(tied)}
      {note && (
        <p className="note" id={`${id}-note`}>
          {note}
        </p>
      )}
      <p className="error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
};

/** A button whose act runs once at a time: it says that it is under way and takes no second tap until it ends. */
export const BusyButton = ({
  busy,
  act,
  className = 'button solid',
  children,
}: {
  /** What it says meanwhile. */
  busy: string;
  act: () => Promise<unknown>;
  className?: string;
  children: ReactNode;
}) => {
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={className} disabled={isBusy} onClick={() => void press()}>
      {isBusy ? busy : children}
    </button>
  );
};
