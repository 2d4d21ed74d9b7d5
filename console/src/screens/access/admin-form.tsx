import { AdminForm as schemas, adminApi, type AdminRow } from '@zhuiyuan/contract/access/admin';
import { int } from '@zhuiyuan/contract/kit/fields';
import { useOptions } from '../../parts/pickers/firm-field.tsx';
import { session } from '../../lib/session.ts';
import { call } from '../../lib/call.ts';
import { FieldGroup } from '../../parts/form/field.tsx';
import { PasswordField, SelectField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import type { Option } from '../../parts/form/option.ts';
import { FormDrawer } from '../../parts/form/form-drawer.tsx';
import type { Draft } from '../../parts/form/use-draft.ts';
import { useCrud } from '../../parts/list/use-crud.tsx';

const platform = { value: 0, label: '平台（不属于企业）' };
/** Staff of the platform say whose staff a new one is: one of the platform sees every firm. */
const ofFirm = schemas.create.safeExtend({ firmId: int(0, Number.MAX_SAFE_INTEGER, '请选择所属企业') });
const rows = {
  list: adminApi.list,
  save: { ...adminApi.save, input: schemas.create },
  update: { ...adminApi.update, input: schemas.update },
  remove: adminApi.remove,
};

/** Ids of a comma-separated list. */
export const idsIn = (csv: string): number[] => csv.split(',').filter(Boolean).map(Number);

/** How an administrator is made, changed and deleted. */
export const useAdminCrud = () =>
  useCrud(rows, {
    blank: { status: true },
    from: async ({ id }) => {
      const { version, account, realName, roles, phone, firmId, status } = await call(
        adminApi.info,
        { id },
        { quiet: true },
      );
      return { id, version, account, realName, roles: idsIn(roles), phone, firmId: firmId ?? 0, status };
    },
    done: { create: '创建管理员成功', update: '更新管理员成功', remove: '删除数据成功' },
  });

/** 创建管理员, 编辑管理员. Firm staff make staff of their own firm. */
export const AdminForm = ({ draft, roles }: { draft: Draft<AdminRow>; roles: readonly Option[] }) => {
  const isPlatform = session.use((current) => current?.admin.firmId === null);
  const firms = useOptions('firm', [platform]);
  return (
    <FormDrawer
      draft={draft.isNew && isPlatform ? { ...draft, schema: ofFirm } : draft}
      thing="管理员"
      title={draft.isNew ? '创建管理员' : '编辑管理员'}
      name={draft.row?.realName}
    >
      <FieldGroup title="账号">
        <TextField name="account" label="管理员账号" />
        <TextField name="realName" label="管理员姓名" />
        <PasswordField
          name="pwd"
          label="管理员密码"
          placeholder={draft.isNew ? '6-30 个字符，不含空格' : '不修改请留空'}
          help="本人登录后要先改成自己的密码"
        />
        <PasswordField name="repwd" label="确认密码" placeholder="请再次输入密码" />
        <TextField name="phone" label="手机号" isWide />
      </FieldGroup>
      <FieldGroup title="能做什么">
        <SelectField name="roles" label="角色" from={roles} many isWide />
        {isPlatform && (
          <SelectField
            name="firmId"
            label="所属企业"
            from={firms}
            help="企业人员只能看到本企业的数据，平台人员可以看到全部企业"
            isWide
          />
        )}
        <SwitchField name="status" label="状态" on={true} off={false} help="关闭后不能登录，已登录的立即退出" />
      </FieldGroup>
    </FormDrawer>
  );
};
