import { useState } from 'react';
import { saidOf } from '../../lib/said-of.ts';
import { ApiError } from '../../lib/api-error.ts';
import { writeLogin, writeToken } from '../../lib/cookies.ts';
import { forgetStored } from '../../lib/stored-keys.ts';
import { redirectTarget } from './redirect-target.ts';
import { signIn } from './sign-in.ts';
import { fieldOf, type Field } from './field-of.ts';
import { showRefusal } from './show-refusal.ts';
import type { ShownCaptcha } from './use-captcha.ts';

type Values = Record<Field, string>;
type Errors = Partial<Record<Field, string>>;

const shortestPassword = 6;

const wrongWith: Record<Field, (value: string) => string | undefined> = {
  account: (value) => (value.trim() ? undefined : '请输入用户名'),
  pwd: (value) => {
    if (!value) return '请输入密码';
    return value.length < shortestPassword ? '密码长度在6-30个字符' : undefined;
  },
  code: (value) => (value.trim() ? undefined : '请输入正确的验证码'),
};

/** What was typed, what is wrong with it, and signing in with it. */
export const useLogin = (captcha: ShownCaptcha, refresh: () => Promise<void>) => {
  const [values, setValues] = useState<Values>({ account: '', pwd: '', code: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [bar, setBar] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState(0);

  const change = (field: Field, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };
  /** Says what is wrong with a field that was left; an empty one is only complained about at submit. */
  const check = (field: Field) => {
    if (values[field])
      setErrors((before) => ({ ...before, [field]: before[field] ?? wrongWith[field](values[field]) }));
  };
  const submit = async () => {
    const fields: Field[] = captcha.isOff ? ['account', 'pwd'] : ['account', 'pwd', 'code'];
    const found = fields.map((field) => [field, wrongWith[field](values[field])] as const).filter(([, text]) => text);
    setErrors(Object.fromEntries(found));
    setBar('');
    if (found.length > 0) return setFailures(failures + 1);
    setIsBusy(true);
    try {
      const { token, ...login } = await signIn({ ...values, account: values.account.trim(), key: captcha.key });
      forgetStored();
      writeToken(token);
      writeLogin(login);
      location.replace(redirectTarget(location.search, location.hash));
    } catch (error) {
      showRefusal(error);
      const field = error instanceof ApiError ? fieldOf(error) : undefined;
      const message = saidOf(error);
      if (field) setErrors({ [field]: message });
      else setBar(message);
      setValues((before) => ({ ...before, code: '' }));
      setFailures(failures + 1);
      setIsBusy(false);
      await refresh();
    }
  };
  return { values, errors, bar, failures, isBusy, change, check, submit };
};
