import { z } from 'zod';
import { change, defineApi, done, read } from '../kit/endpoint.ts';
import { time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { isMobile, plainPhone } from '../kit/phone.ts';
import { optionalFileAddress } from '../kit/picture.ts';
import { LoginOutcome } from './login-log.ts';
import { newPassword } from './new-password.ts';

/** 管理员姓名. */
export const realName = z
  .string({ error: '请填管理员姓名' })
  .trim()
  .min(1, '请填管理员姓名')
  .max(16, '姓名长度不能超过16个字符');

/** 基本资料 of the signed-in person. */
export const OwnAccountDraft = z.object({
  realName,
  avatar: optionalFileAddress,
  phone: z
    .string()
    .overwrite(plainPhone)
    .default('')
    .refine((phone) => phone === '' || isMobile(phone), '手机号格式不正确!'),
});

/** 修改密码. */
export const PasswordDraft = z
  .object({
    oldPassword: z.string({ error: '请填原始密码' }).min(1, '请填原始密码').max(30, '密码长度在6-30个字符'),
    password: newPassword('请填管理员密码'),
    confirmPassword: z.string({ error: '请再次输入密码' }).min(1, '请再次输入密码').max(200, '两次输入密码不一致!'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: '两次输入密码不一致!',
  });

/** One try to sign in to the own account. */
export const LoginRecord = z.object({
  id: z.number(),
  time,
  ip: z.string(),
  location: z.string(),
  userAgent: z.string(),
  outcome: LoginOutcome.schema,
});
export type LoginRecord = z.output<typeof LoginRecord>;

/** 个人中心: what a member of staff changes about the own account. */
export const ownAccountApi = defineApi({
  update: change('修改个人资料', '/admin/login/admin/update', 'admin:update:name', OwnAccountDraft, done, {
    changes: '',
  }),
  updatePassword: change('修改密码', '/admin/login/update/password', 'admin:update:password', PasswordDraft, done, {
    perMinute: 10,
    leadsToOwnPassword: true,
  }),
  loginLog: read('登录日志', '/admin/login/log/list', 'signed-in', z.object(paging), pageOf(LoginRecord)),
});
