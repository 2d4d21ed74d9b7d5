import { resource } from '../kit/resource.ts';
import { oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import { change, defineApi, done, LogKind } from '../kit/endpoint.ts';
import { filterText, flag, id, ids, int, text, time, version } from '../kit/fields.ts';
import { isMobile, plainPhone } from '../kit/phone.ts';
import { newPassword } from './new-password.ts';
import { realName } from './own-account.ts';

/** A member of staff. Without a firm (`firmId` null) it belongs to the platform and sees every firm. */
export const AdminRow = z.object({
  id: z.number(),
  account: z.string(),
  realName: z.string(),
  /** Role ids, comma-separated. */
  roles: z.string(),
  /** Role names, comma-separated. */
  roleNames: z.string(),
  /** Masked in lists. */
  phone: z.string(),
  isSms: z.boolean(),
  avatar: z.string(),
  firmId: z.number().nullable(),
  firmName: z.string(),
  lastIp: z.string(),
  lastTime: time.nullable(),
  loginCount: z.number(),
  level: z.number(),
  status: z.boolean(),
  isDel: z.boolean(),
  version: z.number(),
  /** Unix seconds. */
  addTime: z.number(),
  createTime: time,
});
export type AdminRow = z.output<typeof AdminRow>;

const account = text('管理员账号', { max: 32, missing: '请填管理员账号' }).regex(/^\S+$/, '管理员账号不能包含空格');
const roles = ids('请选择角色');
const phone = z
  .string({ error: '请填写手机号' })
  .overwrite(plainPhone)
  .min(1, '请填写手机号')
  .refine(isMobile, '手机号格式不正确!');
/** 0 = the platform; absent leaves it as it is (a new one: the platform). */
const firmId = int(0, Number.MAX_SAFE_INTEGER, '请选择所属企业').optional();
const repeated = z.string().max(200, '两次输入密码不一致!').optional();

type Passwords = { pwd?: string; repwd?: string };
const sameTwice = ({ pwd, repwd }: Passwords): boolean => repwd === undefined || pwd === repwd;
const differs = { path: ['repwd'], error: '两次输入密码不一致!' };

/** A new administrator; clients that ask for the password twice send both. */
export const AdminDraft = z
  .object({
    account,
    pwd: newPassword('请填管理员密码'),
    repwd: repeated,
    realName,
    roles,
    phone,
    firmId,
    status: flag.default(true),
  })
  .refine(sameTwice, differs);

/** A change of an administrator: what is absent stays. A new password signs the person out everywhere. */
export const AdminChange = z
  .object({
    id: id(),
    version,
    account: account.optional(),
    pwd: newPassword('请填管理员密码').optional(),
    repwd: repeated,
    realName,
    roles: roles.optional(),
    phone: phone.optional(),
    firmId,
    status: flag.optional(),
  })
  .refine(sameTwice, differs);

const untyped = '请再次输入密码';

/** What the console's own form asks for besides: the password twice, and on a change everything but the password. */
export const AdminForm = {
  create: AdminDraft.safeExtend({ repwd: z.string({ error: untyped }) }),
  update: AdminChange.safeExtend({ account, roles, phone }).refine(({ pwd, repwd }) => !pwd || Boolean(repwd), {
    path: ['repwd'],
    error: untyped,
  }),
};

const adminAt = resource('/admin/system/admin', 'admin:system:admin', '管理员');
export const adminApi = defineApi({
  list: adminAt.list(AdminRow, { realName: filterText, roles: id().optional(), status: flag.optional(), firmId }),
  save: adminAt.write(LogKind.insert, '新增管理员', '/save', 'save', AdminDraft, done),
  update: change(
    '编辑管理员',
    '/admin/system/admin/update',
    { any: ['admin:system:admin:update', 'admin:update:password'] },
    AdminChange,
    done,
    { changes: 'id' },
  ),
  info: adminAt.info(AdminRow, { may: 'admin:system:admin:info' }),
  remove: adminAt.remove(),
  updateStatus: adminAt.read(
    '启停管理员',
    '/updateStatus',
    'update:status',
    z.object({ id: id(), status: flag }),
    done,
    { log: LogKind.update },
  ),
  updateSms: adminAt.read('管理员接收短信', '/update/isSms', 'update:sms', oneRow, done, { log: LogKind.update }),
});
