import { Button, Form, Input } from 'antd';
import { ArrowBigUp, Eye, EyeOff, LockKeyhole, ShieldCheck, UserRound } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { writeLogin, writeToken } from '../../lib/cookies.ts';
import { redirectTarget } from '../redirect-target.ts';
import { CaptchaPicture } from './captcha-picture.tsx';
import { signIn } from './login-call.ts';
import { fieldOf, showRefusal } from './login-refusal.ts';
import { useCaptcha } from './use-captcha.ts';

interface Fields {
  account: string;
  pwd: string;
  code?: string;
}

const mark = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const eyeOf = (isShown: boolean) => (isShown ? <Eye {...mark} /> : <EyeOff {...mark} />);

/** Name, password and captcha. What the server refuses is said under the field it means, and as a toast. */
export const LoginForm = () => {
  const [form] = Form.useForm<Fields>();
  const { captcha, refresh } = useCaptcha();
  const [isBusy, setIsBusy] = useState(false);
  const [isCapsLocked, setIsCapsLocked] = useState(false);
  const [bar, setBar] = useState('');
  useEffect(() => form.focusField('account'), [form]);

  const submit = async (fields: Fields) => {
    setIsBusy(true);
    setBar('');
    try {
      const { token, ...login } = await signIn({ ...fields, key: captcha.key });
      writeToken(token);
      writeLogin(login);
      location.replace(redirectTarget(location.search));
    } catch (error) {
      setIsBusy(false);
      showRefusal(error);
      const { message } = error as Error;
      const field = error instanceof ApiError ? fieldOf(error) : undefined;
      form.setFieldValue('code', '');
      void refresh();
      if (field) form.setFields([{ name: field, errors: [message] }]);
      else setBar(message);
      form.focusField(field ?? 'code');
    }
  };
  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLocked(event.getModifierState('CapsLock'));

  return (
    <Form<Fields>
      form={form}
      className="login-form"
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger="onBlur"
      onFinish={submit}
    >
      <Form.Item name="account" label="用户名" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
        <Input prefix={<UserRound {...mark} />} placeholder="用户名" maxLength={32} autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="pwd"
        label="密码"
        extra={
          isCapsLocked && (
            <span className="login-caps" role="status">
              <ArrowBigUp size={14} strokeWidth={1.6} />
              大写锁定已打开
            </span>
          )
        }
        rules={[
          { required: true, message: '请输入密码' },
          { min: 6, message: '密码长度在6-30个字符' },
        ]}
      >
        <Input.Password
          prefix={<LockKeyhole {...mark} />}
          placeholder="密码"
          maxLength={30}
          autoComplete="current-password"
          iconRender={eyeOf}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setIsCapsLocked(false)}
        />
      </Form.Item>
      {!captcha.isOff && (
        <Form.Item label="验证码" htmlFor="code" className="login-code">
          <Form.Item name="code" noStyle rules={[{ required: true, whitespace: true, message: '请输入正确的验证码' }]}>
            <Input id="code" prefix={<ShieldCheck {...mark} />} placeholder="验证码" maxLength={8} autoComplete="off" />
          </Form.Item>
          <CaptchaPicture captcha={captcha} refresh={() => void refresh()} />
        </Form.Item>
      )}
      {bar && (
        <p className="login-bar" role="alert">
          {bar}
        </p>
      )}
      <Button type="primary" htmlType="submit" block loading={isBusy} className="login-submit">
        登录
      </Button>
    </Form>
  );
};
