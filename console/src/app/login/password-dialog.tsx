import { Button, Form, Input, Modal, type GetRef } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { writeLogin, writeToken } from '../../lib/cookies.ts';
import { answerRenewal } from '../../lib/renew-session.ts';
import { loadSession } from '../../lib/session.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { focusSoon } from '../../parts/frame/first-field.ts';
import { fieldOf } from './field-of.ts';
import { signIn } from './sign-in.ts';
import { useCaptcha, type ShownCaptcha } from './use-captcha.ts';
import './password-dialog.css';

type FormRef = GetRef<typeof Form>;
type Asked = 'pwd' | 'code';
type Errors = Partial<Record<Asked | 'bar', string>>;

const wrongWith = (asked: Asked, value: string): string | undefined => {
  if (asked === 'code') return value.trim() ? undefined : '请输入验证码';
  return value ? undefined : '请输入密码';
};

/** What was typed, and signing in with it; all that waits goes on then. */
const useRenewal = (account: string, captcha: ShownCaptcha, refresh: () => Promise<void>) => {
  const [values, setValues] = useState({ pwd: '', code: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setIsBusy] = useState(false);
  const change = (asked: Asked, value: string) => {
    setValues((before) => ({ ...before, [asked]: value }));
    setErrors((before) => ({ ...before, [asked]: undefined }));
  };
  const submit = async () => {
    const asked: Asked[] = captcha.isOff ? ['pwd'] : ['pwd', 'code'];
    const found = asked.flatMap((each) => {
      const text = wrongWith(each, values[each]);
      return text ? [[each, text] as const] : [];
    });
    setErrors(Object.fromEntries(found));
    if (found.length > 0 || isBusy) return;
    setIsBusy(true);
    try {
      const { token, ...login } = await signIn({ account, ...values, key: captcha.key });
      writeToken(token);
      writeLogin(login);
      answerRenewal(true);
      // Rights may have changed, or the password is one to be changed first.
      void loadSession().catch(() => undefined);
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf(error) : undefined;
      const { message } = error as Error;
      setErrors(field === 'pwd' || field === 'code' ? { [field]: message } : { bar: message });
      setValues((before) => ({ ...before, code: '' }));
      setIsBusy(false);
      await refresh();
    }
  };
  return { values, errors, isBusy, change, submit };
};

const CaptchaInput = ({
  captcha,
  refresh,
  value,
  change,
}: {
  captcha: ShownCaptcha;
  refresh: () => void;
  value: string;
  change: (value: string) => void;
}) => (
  <div className="password-dialog-captcha">
    <Input
      aria-label="验证码"
      value={value}
      maxLength={8}
      autoComplete="off"
      autoCapitalize="off"
      onChange={({ target }) => change(target.value)}
    />
    <button type="button" title="看不清？点击换一张" aria-label="换一张验证码" onClick={refresh}>
      {captcha.picture && <img src={captcha.picture} alt="" />}
      {captcha.isFailed && <span>点击重试</span>}
    </button>
  </div>
);

const Question = ({ account, form }: { account: string; form: RefObject<FormRef | null> }) => {
  const { captcha, refresh } = useCaptcha();
  const { values, errors, isBusy, change, submit } = useRenewal(account, captcha, refresh);
  const wrong = errors.pwd ?? errors.code;
  useEffect(() => {
    if (wrong) form.current?.nativeElement?.querySelector<HTMLInputElement>('.ant-form-item-has-error input')?.focus();
  }, [wrong, form]);
  return (
    <Form ref={form} className="password-dialog" layout="vertical" onFinish={() => void submit()}>
      <p>
        登录已过期。请输入账号 <strong>{account}</strong> 的密码，页面上填写的内容都还在，刚才的操作会接着完成。
      </p>
      <input hidden readOnly autoComplete="username" value={account} />
      <Form.Item label="密码" htmlFor="renew-pwd" validateStatus={errors.pwd ? 'error' : ''} help={errors.pwd}>
        <Input.Password
          id="renew-pwd"
          value={values.pwd}
          maxLength={30}
          autoComplete="current-password"
          onChange={({ target }) => change('pwd', target.value)}
        />
      </Form.Item>
      {!captcha.isOff && (
        <Form.Item label="验证码" validateStatus={errors.code ? 'error' : ''} help={errors.code}>
          <CaptchaInput
            captcha={captcha}
            refresh={() => void refresh()}
            value={values.code}
            change={(code) => change('code', code)}
          />
        </Form.Item>
      )}
      {errors.bar && <NoticeBar tone="bad">{errors.bar}</NoticeBar>}
      <div className="password-dialog-foot">
        <Button type="link" onClick={() => answerRenewal(false)}>
          换个账号登录
        </Button>
        <Button onClick={() => answerRenewal(false)}>取消</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          继续
        </Button>
      </div>
    </Form>
  );
};

/** Above drawers and dialogs, below short messages. */
const layer = 1900;

/** The session ended: the password of the same account, over the page, which stays as it is. */
export const PasswordDialog = ({ isOpen, account }: { isOpen: boolean; account: string }) => {
  const form = useRef<FormRef>(null);
  useEffect(() => {
    if (isOpen) focusSoon(() => form.current?.nativeElement);
  }, [isOpen]);
  return (
    <Modal
      open={isOpen}
      onCancel={() => answerRenewal(false)}
      title="请重新输入密码"
      width={420}
      zIndex={layer}
      centered
      destroyOnHidden
      className="zy-modal"
      mask={{ closable: false }}
      footer={null}
    >
      <Question account={account} form={form} />
    </Modal>
  );
};
