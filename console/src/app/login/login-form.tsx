import { useEffect, useRef, type FormEvent } from 'react';
import { Mark } from './mark.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';
import { useCaptcha, type ShownCaptcha } from './use-captcha.ts';
import { useLogin } from './use-login.ts';

/** The captcha as a button: a click brings another one. */
export const CaptchaPicture = ({ captcha, refresh }: { captcha: ShownCaptcha; refresh: () => void }) => (
  <button
    type="button"
    className="login-captcha"
    title="看不清？点击换一张"
    aria-label="换一张验证码"
    onClick={refresh}
  >
    {captcha.picture && <img src={captcha.picture} alt="" />}
    {captcha.isFailed && <span>点击重试</span>}
  </button>
);

/** Name, password and captcha. What the server refuses is said under the field it means, and as a notice. */
export const LoginForm = () => {
  const { captcha, refresh } = useCaptcha();
  const { values, errors, bar, failures, isBusy, change, check, submit } = useLogin(captcha, refresh);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    if (failures > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const field = (name: keyof typeof values) => ({
    id: name,
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change(name, target.value),
    onBlur: () => check(name),
  });
  return (
    <form ref={form} className="login-form" noValidate onSubmit={send}>
      <TextField {...field('account')} label="用户名" icon="user" maxLength={32} autoComplete="username" />
      <PasswordField {...field('pwd')} label="密码" maxLength={30} autoComplete="current-password" />
      {!captcha.isOff && (
        <TextField
          {...field('code')}
          label="验证码"
          icon="shield"
          maxLength={8}
          autoComplete="off"
          autoCapitalize="off"
          beside={<CaptchaPicture captcha={captcha} refresh={() => void refresh()} />}
        />
      )}
      {bar && <p className="login-bar">{bar}</p>}
      <button type="submit" className="login-submit" disabled={isBusy} aria-busy={isBusy}>
        {isBusy && <Mark name="busy" className="login-busy" />}
        登录
      </button>
    </form>
  );
};
