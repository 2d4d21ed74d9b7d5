import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import type { Admin } from '@zhuiyuan/contract/access/session';
import { Input } from 'antd';
import { useEffect } from 'react';
import { loadSession } from '../../lib/session.ts';
import { FormBody, useFormHandle } from '../../parts/form/form-body.tsx';
import { FormFoot, FormRefusal } from '../../parts/form/form-foot.tsx';
import { TextField } from '../../parts/form/fields.tsx';
import { ImageField } from '../../parts/gallery/image-field.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';

/** 基本资料: the own name, picture and phone. */
export const OwnProfile = ({ admin }: { admin: Admin }) => {
  const { realName, avatar, phone } = admin;
  const draft = useDraft({
    create: ownAccountApi.update,
    blank: { realName, avatar, phone },
    done: { create: '提交成功' },
    onSaved: () => void loadSession(),
  });
  const handle = useFormHandle(draft);
  const { isOpen, open } = draft;
  // Begins with what the session says, and again after every save.
  useEffect(() => {
    if (!isOpen) open();
  }, [isOpen, open]);
  return (
    <FormBody draft={draft} handle={handle}>
      <div className="zy-own-account">
        <span>管理员账号</span>
        <Input value={admin.account} disabled aria-label="管理员账号" />
      </div>
      <TextField name="realName" label="管理员姓名" />
      <TextField name="phone" label="手机号" />
      <ImageField name="avatar" label="头像" />
      <FormRefusal handle={handle} refresh={draft.close} />
      <FormFoot handle={handle} isBusy={draft.isBusy} cancel={() => open()} save="提交" />
    </FormBody>
  );
};
