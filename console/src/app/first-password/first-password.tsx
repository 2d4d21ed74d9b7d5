import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { Button } from 'antd';
import { useEffect, useEffectEvent, type KeyboardEvent } from 'react';
import { saidOf } from '../../lib/said-of.ts';
import { BrandMark } from '../site/brand-mark.tsx';
import { loadSession, logout, session } from '../../lib/session.ts';
import { leaveForLogin } from '../../lib/leave-for-login.ts';
import { PasswordField } from '../../parts/form/fields.tsx';
import { FormBody, useFormHandle } from '../../parts/form/form-body.tsx';
import { FormRefusal } from '../../parts/form/form-foot.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import './first-password.css';

/** Stands in place of the whole console until a password that somebody else set is changed; then the address goes on. */
export const FirstPassword = () => {
  const account = session.use((current) => current?.admin.account);
  const draft = useDraft({
    create: ownAccountApi.updatePassword,
    done: { create: '密码已修改' },
    onSaved: () => void loadSession().catch((error: unknown) => leaveForLogin(saidOf(error))),
  });
  const handle = useFormHandle(draft);
  const { isOpen, open } = draft;
  const { focus } = handle;
  useEffect(() => {
    document.title = '设置新密码';
  }, []);
  useEffect(() => {
    if (!isOpen) open();
  }, [isOpen, open]);
  const isThere = draft.initial !== undefined;
  // Once, when the form is there, never while typing.
  const focusFirst = useEffectEvent(() => focus());
  useEffect(() => {
    if (!isThere) return;
    // Beginning the form draws its fields anew.
    const timer = setTimeout(() => focusFirst());
    return () => clearTimeout(timer);
  }, [isThere]);
  const submitByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.target instanceof HTMLInputElement) void handle.submit();
  };
  return (
    <main className="first-password">
      <section className="first-password-card" onKeyDown={submitByEnter}>
        <p className="first-password-brand">
          <BrandMark size={28} />
          追源
        </p>
        <h1>设置新密码</h1>
        <p className="first-password-why">
          账号 <strong>{account}</strong> 现在的密码不是您自己设置的。请先换成只有您知道的密码，再继续使用。
        </p>
        <FormBody draft={draft} handle={handle}>
          <input hidden readOnly autoComplete="username" value={account ?? ''} />
          <PasswordField name="oldPassword" label="原始密码" placeholder="刚才登录用的密码" isNew={false} />
          <PasswordField name="password" label="新密码" placeholder="6-30 个字符，不含空格" />
          <PasswordField name="confirmPassword" label="确认新密码" placeholder="请再次输入密码" />
          <FormRefusal handle={handle} refresh={draft.close} />
          <Button type="primary" block loading={draft.isBusy} onClick={() => void handle.submit()}>
            {draft.isBusy ? '提交中' : '保存并继续'}
          </Button>
          <Button type="text" block className="first-password-out" onClick={() => void logout()}>
            退出登录
          </Button>
        </FormBody>
      </section>
    </main>
  );
};
