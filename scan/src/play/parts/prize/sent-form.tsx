import { useState, type FormEvent, type ReactNode } from 'react';
import { reasonOf } from '../../../lib/reason-of.ts';
import { useBusy } from '../../../parts/form.tsx';
import { faultsOf } from '../../lib/filing.ts';

/** What is wrong with fields, by their names at the server. */
export type Faults = Partial<Record<string, string>>;

/** What stands in a form: what is wrong with it by itself, and the first field that is. */
export interface Filled<V> {
  value: V;
  faults: Faults;
  wrong: HTMLElement | null | undefined;
}

/** A form of a prize's page: sent once at a time, `done` when it was; what the server refuses stands at its fields. */
export const SentForm = <V,>({
  read,
  send,
  done,
  words,
  below,
  children,
}: {
  read: () => Filled<V>;
  send: (value: V) => Promise<unknown>;
  done: () => void;
  /** On the button. */
  words: string;
  below: ReactNode;
  children: (faults: Faults) => ReactNode;
}) => {
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState('');
  const [isBusy, run] = useBusy();
  const act = async (): Promise<void> => {
    const filled = read();
    setFaults(filled.faults);
    setFailure('');
    if (filled.wrong) return filled.wrong.focus();
    try {
      await send(filled.value);
    } catch (error) {
      const said = faultsOf(error);
      setFaults(said);
      setFailure(Object.keys(said).length > 0 ? '' : reasonOf(error));
      return undefined;
    }
    return done();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(act);
  };
  return (
    <form noValidate className="p-form" onSubmit={submit}>
      {children(faults)}
      <p className="error" role="alert">
        {failure}
      </p>
      <button className="p-red" disabled={isBusy}>
        {isBusy ? '提交中' : words}
      </button>
      {below}
    </form>
  );
};
