import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { useEffect } from 'react';
import { forgetSession } from '../../lib/session.ts';
import { loginAddress } from '../../lib/leave-for-login.ts';
import { FormBody, useFormHandle } from '../../parts/form/form-body.tsx';
import { FormFoot, FormRefusal } from '../../parts/form/form-foot.tsx';
import { PasswordField } from '../../parts/form/fields.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';

const restMs = 500;
/** The server has ended every session of this person already. */
const leave = () => {
  forgetSession();
  location.assign(loginAddress('/'));
};

/** 修改密码: afterwards everybody signs in anew, here too. */
export const OwnPassword = () => {
  const draft = useDraft({
    create: ownAccountApi.updatePassword,
    done: { create: '提交成功' },
    onSaved: () => setTimeout(leave, restMs),
  });
  const handle = useFormHandle(draft);
  const { isOpen, open } = draft;
  useEffect(() => {
    if (!isOpen) open();
  }, [isOpen, open]);
  return (
    <FormBody draft={draft} handle={handle}>
      <PasswordField name="oldPassword" label="原始密码" placeholder="请填原始密码" isNew={false} />
      <PasswordField name="password" label="新密码" placeholder="6-30 个字符，不含空格" />
      <PasswordField name="confirmPassword" label="确认新密码" placeholder="请再次输入密码" />
      <p className="zy-own-note">修改后所有设备都会退出，需要用新密码重新登录。</p>
      <FormRefusal handle={handle} refresh={draft.close} />
      <FormFoot handle={handle} isBusy={draft.isBusy} cancel={() => open()} save="提交" />
    </FormBody>
  );
};
