import { Review } from '@zhuiyuan/contract/kit/review';
import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { homeMenuId } from '@zhuiyuan/contract/access/fixed-rows';
import type { TestApp } from './app.ts';

/** Rows of the platform for its own calls to work on. */
export const makePlatformRows = async ({ db }: TestApp) => {
  const menu = (name: string) =>
    db.insertInto('menu').values({ name, menuType: 'M', sort: 0 }).returning('id').executeTakeFirstOrThrow();
  const role = (roleName: string) =>
    db.insertInto('role').values({ roleName }).returning('id').executeTakeFirstOrThrow();
  const firm = (at: number) =>
    db
      .insertInto('firm')
      .values({
        name: `平台企业${at}`,
        firmNo: `P${at}`,
        creditCode: `P${at}`.padStart(18, '0'),
        audit: Review.waiting,
        codeQuota: 9,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [menuId, spareMenuId] = [(await menu('目录一')).id, (await menu('目录二')).id];
  const [roleId, spareRoleId] = [(await role('角色一')).id, (await role('角色二')).id];
  const [firmId, secondFirmId, thirdFirmId] = [(await firm(1)).id, (await firm(2)).id, (await firm(3)).id];
  return { menuId, spareMenuId, roleId, spareRoleId, firmId, secondFirmId, thirdFirmId };
};

type Rows = Awaited<ReturnType<typeof makePlatformRows>>;

const wechatForm = 65;
const wechatFields = Object.entries({
  wechat_appid: 'wx1',
  wechat_appsecret: 'the app secret',
  wechat_token: 'the token',
  wechat_encodingaeskey: 'the aes key',
  wechat_encode: '1',
  wechat_share_title: '标题',
  wechat_share_synopsis: '简介',
}).map(([name, value]) => ({ name, value }));

const creditBody = '91330100MA9900001';
const folder = { pid: 0, menuType: 'M', sort: 1 };
const config = '/admin/system/config';
const menu = '/admin/system/menu';
const role = '/admin/system/role';
const firm = '/admin/identity/firm';

/** What each call that belongs to the platform is asked with, so that the platform's own staff succeed. */
export const platformInputs: Record<string, (rows: Rows) => Record<string, unknown>> = {
  [`${config}/info`]: () => ({ formId: wechatForm }),
  [`${config}/save/form`]: () => ({ id: wechatForm, fields: wechatFields }),
  [`${config}/saveuniq`]: () => ({ key: 'wechat_share_title', value: '夺' }),
  [`${config}/update`]: () => ({ list: [{ name: 'wechat_share_title', value: '夺' }] }),
  [`${menu}/list`]: () => ({}),
  [`${menu}/cache/tree`]: () => ({}),
  [`${menu}/info/:id`]: ({ menuId }) => ({ id: menuId }),
  [`${menu}/add`]: () => ({ ...folder, name: '夺' }),
  [`${menu}/update`]: ({ menuId }) => ({ ...folder, id: menuId, name: '夺' }),
  [`${menu}/updateShowStatus/:id`]: ({ menuId }) => ({ id: menuId }),
  [`${menu}/delete/:id`]: ({ spareMenuId }) => ({ id: spareMenuId }),
  [`${role}/save`]: () => ({ roleName: '夺', rules: String(homeMenuId) }),
  [`${role}/update`]: ({ roleId }) => ({ id: roleId, roleName: '夺一', rules: String(homeMenuId) }),
  [`${role}/updateStatus`]: ({ roleId }) => ({ id: roleId, status: 0 }),
  [`${role}/delete`]: ({ spareRoleId }) => ({ id: spareRoleId }),
  [`${firm}/save`]: () => ({
    name: '新企业',
    creditCode: creditBody + creditCheckSymbol(creditBody),
    licenseImage: '/media/license.png',
    industry: '农产品',
    contact: '周明远',
    phone: '13812344570',
    regionCode: '330106',
  }),
  [`${firm}/audit`]: ({ firmId }) => ({ id: firmId, audit: 2, remark: '夺' }),
  [`${firm}/quota`]: ({ firmId }) => ({ id: firmId, add: 9, remark: '夺' }),
  [`${firm}/update/status`]: ({ firmId }) => ({ id: firmId, status: 1 }),
  [`${firm}/delete`]: ({ secondFirmId }) => ({ id: secondFirmId }),
  [`${firm}/delete/ids`]: ({ thirdFirmId }) => ({ ids: [thirdFirmId] }),
};
