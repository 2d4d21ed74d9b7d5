import { plainDigits } from '@zhuiyuan/contract/kit/typed';
import { useRef, useState, type FormEvent } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { Field, useBusy } from './form.tsx';

/** Box for the digits under the scratch layer. `remain` are the tries left, null while none was used; at 0 there is no box. */
export const PinForm = ({ remain, check }: { remain: number | null; check: (pin: string) => Promise<void> }) => {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const [isBusy, run] = useBusy();
  if (remain === 0) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const digits = plainDigits(field.current!.value);
    const isPin = /^(\d{4}|\d{6})$/.test(digits);
    setError(isPin ? '' : '请输入4位或6位数字');
    if (!isPin) return field.current!.focus();
    void run(() => check(digits).catch((failed: unknown) => setError(reasonOf(failed))));
  };
  return (
    <form className="card" noValidate onSubmit={submit}>
      <Field
        label="防伪验证码"
        note={remain === null ? '涂层下的4位或6位数字' : `还可以输入 ${remain} 次`}
        error={error}
        isRequired
      >
        {(tied) => (
          <input
            {...tied}
            ref={field}
            className="input pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            enterKeyHint="done"
          />
        )}
      </Field>
      <button className="button solid" disabled={isBusy}>
        {isBusy ? '验证中' : '验证'}
      </button>
    </form>
  );
};
