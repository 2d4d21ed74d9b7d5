import { useState, type FormEvent, type RefObject } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { Field, useBusy } from './form.tsx';

const wrong = '请输入正确的验证码';

/** Picture whose characters let something go on; `renew` brings another picture. */
export const CaptchaForm = ({
  picture,
  isRetry,
  answer,
  renew,
  words,
  field,
}: {
  picture: string;
  isRetry: boolean;
  answer: (characters: string) => Promise<void>;
  renew: () => Promise<void>;
  /** On the button, and while it is busy. */
  words: { send: string; busy: string };
  field: RefObject<HTMLInputElement | null>;
}) => {
  const [error, setError] = useState(isRetry ? wrong : '');
  const [isBusy, run] = useBusy();
  const report = (failed: unknown): void => setError(reasonOf(failed));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = field.current!.value.trim();
    if (typed) return void run(() => answer(typed).catch(report));
    setError(wrong);
    field.current!.focus();
  };
  return (
    <form className="card with-captcha" noValidate onSubmit={submit}>
      <Field label="图片验证码" error={error} isRequired>
        {(tied) => (
          <>
            <input
              {...tied}
              ref={field}
              className="input"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck="false"
              maxLength={8}
              enterKeyHint="done"
            />
            <button type="button" className="captcha" title="换一张" onClick={() => void renew().catch(report)}>
              {picture.startsWith('data:image/') ? (
                <img src={picture} alt="验证码图片" width={130} height={40} />
              ) : (
                '换一张'
              )}
            </button>
          </>
        )}
      </Field>
      <button className="button solid" disabled={isBusy}>
        {isBusy ? words.busy : words.send}
      </button>
    </form>
  );
};
