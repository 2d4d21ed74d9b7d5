import { useRef, useState, type ReactNode } from 'react';
import { useOwnId } from '../lib/use-own-id.ts';

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
  foot,
  children,
}: {
  label: string;
  note?: string;
  error?: string;
  isRequired?: boolean;
  /** Below its error. */
  foot?: ReactNode;
  children: (tied: Tied) => ReactNode;
}) => {
  const id = useOwnId();
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
      {foot}
    </div>
  );
};

/** Runs an act, one at a time, and says as long as it does. */
export const useBusy = (): [isBusy: boolean, run: (act: () => Promise<unknown>) => Promise<void>] => {
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    // Two taps may come before the first is shown.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return [isBusy, run];
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
  const [isBusy, run] = useBusy();
  return (
    <button type="button" className={className} disabled={isBusy} onClick={() => void run(act)}>
      {isBusy ? busy : children}
    </button>
  );
};
