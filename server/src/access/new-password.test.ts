import { adminApi } from '@zhuiyuan/contract/access/admin';
import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { downloadApi } from '@zhuiyuan/contract/media/download';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openTestDatabase } from '../../test/database.ts';
import { elsewhere, makePerson, makeStaff, openRoot, rightPassword, tryToSignIn } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { hashPassword } from './hash-password.ts';
import { resetRootPassword } from './set-password.ts';

let app: TestApp;
let root: string;
let roles: string;
let firmId: number;

beforeAll(async () => {
  app = await openTestApp({ env: { CAPTCHA: 'on' } });
  root = await openRoot(app);
  firmId = await makeFirm(app, 'Acme 茶业有限公司');
  await app.db.updateTable('firm').set({ shortName: 'Acme Teas' }).where('id', '=', firmId).execute();
  const { id } = await app.db
    .selectFrom('role')
    .select('id')
    .where('roleName', '=', '企业管理员')
    .executeTakeFirstOrThrow();
  roles = String(id);
});
afterAll(() => app.close());

let serial = 0;
const save = (pwd: string, account = `newcomer${(serial += 1)}`) =>
  app.call(root, adminApi.save, { account, pwd, realName: '新人', roles, phone: '13800001234', firmId });
const made = async () => {
  const account = `newcomer${(serial += 1)}`;
  expect((await save('first-secret', account)).message).toBe('ok');
  const { list } = await app.data(root, adminApi.list, { realName: account });
  return list[0]!;
};
const mustChange = async (token: string) => (await app.data(token, sessionApi.admin, {})).mustChangePassword;
const tokenOf = async (account: string, pwd: string) => (await tryToSignIn(app, account, pwd)).data.token;
const change = (token: string, oldPassword: string, password: string, confirmPassword = password) =>
  app.call(token, ownAccountApi.updatePassword, { oldPassword, password, confirmPassword }, elsewhere());

/** Passwords nobody may choose for the account `zhang.san` of the firm. */
const refused: [string, string][] = [
  ['12345', '密码长度在6-30个字符'],
  ['x'.repeat(31), '密码长度在6-30个字符'],
  ['      ', '密码不能包含空格'],
  [' tea-and-rain', '密码不能包含空格'],
  ['tea-and-rain ', '密码不能包含空格'],
  ['tea and rain', '密码不能包含空格'],
  ['tea\tand-rain', '密码不能包含空格'],
  ['tea　and-rain', '密码不能包含空格'],
  ['123456', '密码太常见，容易被猜到，请换一个'],
  ['woaini1314', '密码太常见，容易被猜到，请换一个'],
  ['5201314', '密码太常见，容易被猜到，请换一个'],
  ['a123456', '密码太常见，容易被猜到，请换一个'],
  ['Qwerty', '密码太常见，容易被猜到，请换一个'],
  ['zhang.san', '密码不能与账号相同，或只多出数字、符号'],
  ['ZHANG.SAN', '密码不能与账号相同，或只多出数字、符号'],
  ['ｚhang.san', '密码不能与账号相同，或只多出数字、符号'],
  ['Acme茶业有限公司', '密码不能与企业名称相同，或只多出数字、符号'],
  ['zhang.san1', '密码不能与账号相同，或只多出数字、符号'],
  ['@Zhang.San2026!', '密码不能与账号相同，或只多出数字、符号'],
  ['zhang.sanzhang.san', '密码不能与账号相同，或只多出数字、符号'],
  ['Acmeteas888', '密码不能与企业名称相同，或只多出数字、符号'],
  ['acmeteas', '密码不能与企业名称相同，或只多出数字、符号'],
  ['茶业888888', '密码不能与企业名称相同，或只多出数字、符号'],
  ['abcdef', '密码太常见，容易被猜到，请换一个'],
  ['chaye2026', '密码不能是企业名称的拼音或首字母，或只多出数字、符号'],
  ['Cha-Ye-You-Xian', '密码不能是企业名称的拼音或首字母，或只多出数字、符号'],
  ['cyyxgs88', '密码不能是企业名称的拼音或首字母，或只多出数字、符号'],
  ['cyyxgs', '密码不能是企业名称的拼音或首字母，或只多出数字、符号'],
];

describe('a password is refused', () => {
  it.each(refused)('for somebody else: %j', async (pwd, message) => {
    const fields = [{ field: 'pwd', message }];
    expect(await save(pwd, 'zhang.san')).toMatchObject({ code: 400, message, data: { fields } });
    const row = await made();
    expect(
      await app.call(root, adminApi.update, { id: row.id, realName: '新人', account: 'zhang.san', pwd }),
    ).toMatchObject({ code: 400, message, data: { fields } });
    expect(await app.data(root, adminApi.info, { id: row.id })).toMatchObject({ account: row.account });
  });

  it('for oneself, through both calls, and when it is the former one', async () => {
    const { id, account, token } = await makePerson(app, firmId);
    await app.db.updateTable('admin').set({ account: 'zhang.san' }).where('id', '=', id).execute();
    await app.db.updateTable('admin').set({ phone: '' }).where('id', '=', id).execute();
    for (const [password, message] of [...refused.slice(4), [rightPassword, '新密码不能与原密码相同'] as const]) {
      expect(await app.call(token, adminApi.update, { id, realName: '我', pwd: password })).toMatchObject({
        code: 400,
        message,
        data: { fields: [{ field: 'pwd', message }] },
      });
      // At most ten tries in a minute, which is another matter.
      if (['123456', 'zhang.san', 'acmeteas', rightPassword].includes(password))
        expect(await change(token, rightPassword, password)).toMatchObject({
          code: 400,
          message,
          data: { fields: [{ field: 'password', message }] },
        });
    }
    await app.db.updateTable('admin').set({ account }).where('id', '=', id).execute();
    expect(await tryToSignIn(app, account, rightPassword)).toMatchObject({ code: 200 });
  });

  it('that is a phone number, or its end, of the person or the firm', async () => {
    await app.db.updateTable('firm').set({ phone: '0571-88001122' }).where('id', '=', firmId).execute();
    const message = '密码不能是手机号或它的尾号，或只多出符号';
    for (const pwd of ['13800001234', '00001234', '001234', '138-0000-1234!', '88001122', '057188001122'])
      expect(await save(pwd), pwd).toMatchObject({ code: 400, message, data: { fields: [{ field: 'pwd', message }] } });
    const { id, token } = await makePerson(app, firmId);
    await app.db.updateTable('admin').set({ phone: '13912345670' }).where('id', '=', id).execute();
    expect(await change(token, rightPassword, '13912345670')).toMatchObject({ code: 400, message });
    expect(await save('13912345670', `newcomer${(serial += 1)}`)).toMatchObject({ code: 200 });
  });

  it('but goes on opening the account that has it already', async () => {
    const { id, account } = await makeStaff(app);
    await app.db
      .updateTable('admin')
      .set({ passwordHash: await hashPassword(' 12345 ') })
      .where('id', '=', id)
      .execute();
    const token = await tokenOf(account, ' 12345 ');
    expect(await mustChange(token)).toBe(false);
    expect(await change(token, ' 12345 ', 'brand-new-1')).toMatchObject({ code: 200 });
    expect(await tryToSignIn(app, account, 'brand-new-1')).toMatchObject({ code: 200 });
  });
});

describe('a password that somebody else set', () => {
  it('signs in as before, says that it is to be changed, and no more once it was', async () => {
    const { account } = await made();
    const other = await tokenOf(account, 'first-secret');
    const token = await tokenOf(account, 'first-secret');
    expect(await mustChange(token)).toBe(true);

    expect(await change(token, 'first-secret', 'first-secret')).toMatchObject({
      code: 400,
      message: '新密码不能与原密码相同',
    });
    expect(await change(token, 'no-idea', 'brand-new-1')).toMatchObject({ code: 63635 });
    expect(await mustChange(token)).toBe(true);

    expect(await change(token, 'first-secret', 'brand-new-1')).toMatchObject({ code: 200 });
    await expect.poll(async () => (await app.call(other, sessionApi.menus, {})).code).toBe(401);
    expect(await mustChange(token)).toBe(false);
    expect(await mustChange(await tokenOf(account, 'brand-new-1'))).toBe(false);
  });

  it('opens nothing else, whatever the role may do, until it was changed', async () => {
    const { account } = await made();
    const token = await tokenOf(account, 'first-secret');
    const open: string[] = [];
    for (const endpoint of app.endpoints.filter(({ may }) => may !== 'open')) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));
      if (endpoint.path === sessionApi.logout.path) continue;
      const { code, message } = await app.call(token, endpoint, params as never);
      if (code !== 63005 || message !== '当前密码由他人设置，请先修改成您自己的密码') open.push(endpoint.path);
    }
    expect(open.toSorted()).toEqual([sessionApi.admin.path, ownAccountApi.updatePassword.path].toSorted());
    expect(await app.call(token, downloadApi.resource, { resource: 'a.png' } as never)).toMatchObject({ code: 63005 });

    expect(await change(token, 'first-secret', 'brand-new-1')).toMatchObject({ code: 200 });
    expect(await app.call(token, sessionApi.menus, {})).toMatchObject({ code: 200 });
    expect(await app.call(token, sessionApi.logout, {})).toMatchObject({ code: 200 });
  });

  it('lets its owner leave without changing it', async () => {
    const { account } = await made();
    const token = await tokenOf(account, 'first-secret');
    expect(await app.call(token, sessionApi.logout, {})).toMatchObject({ code: 200 });
    expect(await app.call(token, sessionApi.admin, {})).toMatchObject({ code: 401 });
  });

  it('is to be changed again after it was reset, by whomever', async () => {
    const { id, account } = await made();
    await change(await tokenOf(account, 'first-secret'), 'first-secret', 'brand-new-1');
    await app.data(root, adminApi.update, { id, realName: '新人', pwd: 'second-secret' });
    expect(await mustChange(await tokenOf(account, 'second-secret'))).toBe(true);
    // A change without a password leaves that as it is.
    await app.data(root, adminApi.update, { id, realName: '改名' });
    expect(await mustChange(await tokenOf(account, 'second-secret'))).toBe(true);
  });

  it('is not changed through the call for administrators, which changes one’s own later', async () => {
    const { id, account } = await made();
    const token = await tokenOf(account, 'first-secret');
    expect(await app.call(token, adminApi.update, { id, realName: '新人', pwd: 'own-secret' })).toMatchObject({
      code: 63005,
    });
    await change(token, 'first-secret', 'own-secret');
    expect(await app.call(token, adminApi.update, { id, realName: '新人', pwd: 'own-secret' })).toMatchObject({
      code: 400,
      message: '新密码不能与原密码相同',
    });
    await app.data(token, adminApi.update, { id, realName: '新人', pwd: 'brand-new-1' });
    expect(await mustChange(await tokenOf(account, 'brand-new-1'))).toBe(false);
  });

  it('is also that of the way back in, but not one that the operator gave', async () => {
    const own = await openTestApp({ database: await openTestDatabase('own'), env: { CAPTCHA: 'on' } });
    try {
      const mustRootChange = async (token: string) => (await own.data(token, sessionApi.admin, {})).mustChangePassword;
      expect(await mustRootChange(await openRoot(own))).toBe(false);
      const password = await resetRootPassword(own.db);
      const token = (await tryToSignIn(own, 'admin', password!)).data.token;
      expect(await mustRootChange(token)).toBe(true);
      // Nobody else chose it, and nobody else has read it.
      expect(await own.call(token, sessionApi.menus, {})).toMatchObject({ code: 200 });
    } finally {
      await own.close();
    }
  });
});
