import { z } from 'zod';

/** A place of this site or of the web; never `javascript:`. */
const link = /^(?:\/(?!\/)|https?:\/\/)[^\s"'<>\\]*$/;

export const FooterLinks = z
  .array(z.object({ name: z.string().trim().min(1).max(40), url: z.string().regex(link) }))
  .max(10);

/** Footer links as stored; what cannot be read counts as none. */
export const parseFooterLinks = (stored: string): z.output<typeof FooterLinks> => {
  try {
    return FooterLinks.parse(JSON.parse(stored));
  } catch {
    return [];
  }
};

const isWhole = (value: string, most: number, least = 1) =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
const extensions = /^[a-z0-9]{1,8}(,[a-z0-9]{1,8})*$/i;
const images = [
  'site_logo_lefttop',
  'site_logo_square',
  'site_logo_login',
  'admin_login_bg_pic',
  'mobile_top_logo',
  'mobile_login_logo',
  'h5_avatar',
];

const isFooter = (value: string) => {
  try {
    return FooterLinks.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
};

const hostName = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?$/i;

/** Hosts of a setting, separated by commas. */
export const toHosts = (value: string): string[] => value.split(/[,，\s]+/).filter(Boolean);

const rules: Record<string, [holds: (value: string) => boolean, message: string]> = {
  footer_links: [isFooter, '页脚链接应为 [{"name":"名称","url":"地址"}]，地址以 / 或 http 开头，最多10条'],
  image_max_size: [(value) => isWhole(value, 50), '允许上传最大图片应为1-50的整数'],
  file_max_size: [(value) => isWhole(value, 500), '允许上传最大文件应为1-500的整数'],
  'manual.send_password': [(value) => value === '0' || value === '1', '手动发放需要密码应为开启或关闭'],
  'manual.four_eyes_amount': [
    (value) => isWhole(value, 99_999_999_999, 0),
    '需要复核的金额应为0-99999999999的整数，单位为分',
  ],
  chat_hosts: [
    (value) => toHosts(value).length <= 10 && toHosts(value).every((host) => hostName.test(host)),
    '域名应以逗号分隔，如 chat.example.com,*.example.com，最多10个',
  ],
  image_ext_str: [(value) => extensions.test(value), '后缀应为逗号分隔的字母和数字，如 jpg,png'],
  file_ext_str: [(value) => extensions.test(value), '后缀应为逗号分隔的字母和数字，如 xlsx,pdf'],
  ...Object.fromEntries(images.map((key) => [key, [(value: string) => link.test(value), '图片地址不正确']])),
};

/** What is wrong with a value that this setting cannot take. */
export const wrongValue = (key: string, value: string): string | undefined => {
  const rule = rules[key];
  return rule && !rule[0](value) ? rule[1] : undefined;
};
