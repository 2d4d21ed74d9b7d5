import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { defineApi, done, LogKind, nothing, read, send, write } from '../kit/endpoint.ts';
import { optionalText, time } from '../kit/fields.ts';
import { LayoutSetting } from './layout-setting.ts';
import { asAsked } from '../kit/typed.ts';

/** Refusals of signing in. Too many failures answer 429 with `lockedText`. */
export const sessionRefusals = {
  captchaWrong: [63001, '验证码不正确'],
  captchaUnknown: [63002, '验证码错误'],
  accountOrPasswordWrong: [63003, '用户不存在或密码错误'],
  accountDisabled: [63004, '账号已被禁用'],
} as const satisfies Record<string, RefusalText>;

export const lockedText = '登录失败次数过多，请10分钟后再试';

/** `key` and `code` may only be missing where the server's captcha is switched off. */
export const LoginDraft = z.object({
  account: z
    .string({ error: '请输入用户名' })
    .overwrite(asAsked)
    .min(1, '请输入用户名')
    .max(32, '账号长度不能超过32个字符'),
  pwd: z
    .string({ error: '请输入密码' })
    .min(1, '请输入密码')
    .min(6, '密码长度在6-30个字符')
    .max(30, '密码长度在6-30个字符'),
  key: optionalText('验证码', 64),
  code: optionalText('验证码', 16),
  wxCode: optionalText('微信授权码', 128),
});

/** What signing in answers. */
export const Login = z.object({
  id: z.number(),
  account: z.string(),
  realName: z.string(),
  token: z.string(),
  isSms: z.boolean(),
});

/** Who the token belongs to. `roles` is never empty; `permissionsList` is `['*:*:*']` for the super administrator. */
export const Admin = z.object({
  id: z.number(),
  account: z.string(),
  realName: z.string(),
  roles: z.array(z.string()),
  /** Role names, comma-separated. */
  roleNames: z.string(),
  lastIp: z.string(),
  lastTime: time.nullable(),
  /** Unix seconds. */
  addTime: z.number(),
  loginCount: z.number(),
  level: z.number(),
  status: z.boolean(),
  token: z.string(),
  phone: z.string(),
  isSms: z.boolean(),
  avatar: z.string(),
  permissionsList: z.array(z.string()),
  /** null = platform staff. */
  firmId: z.number().nullable(),
  firmName: z.string(),
  /** Why the person's firm issues no codes at present; '' where it may. */
  firmNotice: z.string(),
  /** The password is to be changed before anything else: our console asks for another one. */
  mustChangePassword: z.boolean(),
  /** null until it was kept. */
  layout: LayoutSetting.nullable(),
});
export type Admin = z.output<typeof Admin>;

/** A directory (M) or menu (C) of the signed-in user, up to four levels, ordered by sort descending then id. */
export interface MenuNode {
  id: number;
  pid: number;
  name: string;
  icon: string;
  perms: string;
  component: string;
  menuType: 'M' | 'C';
  sort: number;
  childList: MenuNode[];
}
export const MenuNode: z.ZodType<MenuNode> = z.object({
  id: z.number(),
  pid: z.number(),
  name: z.string(),
  icon: z.string(),
  perms: z.string(),
  component: z.string(),
  menuType: z.enum(['M', 'C']),
  sort: z.number(),
  childList: z.lazy(() => z.array(MenuNode)),
});

/** Captcha picture as a data address, with the opaque key to send back. Single use, five minutes; both '' while captchas are off. */
export const Captcha = z.object({ key: z.string(), code: z.string() });

/** Pictures of the sign-in page; '' where none is configured. */
export const LoginPicture = z.object({
  backgroundImage: z.string(),
  logo: z.string(),
  loginLogo: z.string(),
  banner: z.array(z.object({ pic: z.string() })),
});

/** What pages show before anybody has signed in: title suffix, logos, footer, and whether a chat script is configured. */
export const SiteConfig = z.object({
  /** `site_name`, default 一物一码管理平台. */
  siteName: z.string(),
  /** `site_logo_lefttop`, shown in the open sidebar; '' = our own mark. */
  logo: z.string(),
  /** `site_logo_square`, shown in the collapsed sidebar. */
  squareLogo: z.string(),
  /** `footer_links`. */
  footerLinks: z.array(z.object({ name: z.string(), url: z.string() })),
  /** `copyright_text`. */
  copyright: z.string(),
  /** `police_filing_no`. */
  policeFilingNo: z.string(),
  /** `icp_no`. */
  icpNo: z.string(),
  /** Whether `chat_config_js` is set. */
  hasChat: z.boolean(),
  /** Whether the demonstration is being laid out at this moment. */
  isPreparingDemo: z.boolean(),
});
export type SiteConfig = z.output<typeof SiteConfig>;

/** Signing in and out, the signed-in user, and what pages need before sign-in. */
export const sessionApi = defineApi({
  captcha: read('获取验证码', '/admin/validate/code/get', 'open', nothing, Captcha, { perMinute: 120 }),
  loginPicture: read('登录页图片', '/admin/getLoginPic', 'open', nothing, LoginPicture),
  siteConfig: read('站点信息', '/public/site/config', 'open', nothing, SiteConfig),
  chatScript: read('客服脚本', '/public/jsconfig/getchatconfig', 'open', nothing, z.string(), { raw: true }),
  login: write(LogKind.login, '登录', '/admin/login', 'open', LoginDraft, Login, {
    ownTransaction: true,
    perMinute: 60,
  }),
  admin: read(
    '当前管理员',
    '/admin/getAdminInfoByToken',
    'admin:info',
    z.object({ token: z.string().max(1000).optional() }),
    Admin,
    { leadsToOwnPassword: true },
  ),
  /** The sidebar as a tree; at most `mostInTree` nodes. */
  menus: read('当前管理员的菜单', '/admin/getMenus', 'admin:login:menus', nothing, z.array(MenuNode)),
  /** Without one: back to how everybody begins. */
  saveLayout: send(
    '保存界面配置',
    '/admin/login/layout/save',
    'signed-in',
    z.object({ layout: LayoutSetting.optional() }),
    done,
    { log: false },
  ),
  logout: read('退出', '/admin/logout', 'admin:logout', nothing, done, {
    log: LogKind.other,
    leadsToOwnPassword: true,
  }),
  isLogin: read(
    '计费服务登录状态',
    '/admin/pass/isLogin',
    'admin:pass:is:login',
    nothing,
    z.object({ status: z.boolean(), info: z.string().optional() }),
  ),
});
