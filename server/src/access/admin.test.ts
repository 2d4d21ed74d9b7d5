import { adminApi } from '@zhuiyuan/contract/access/admin';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff, openRoot, tokenFor } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';

const keeping = ['list', 'save', 'update', 'delete', 'info', 'update:status', 'update:sms'].map(
  (action) => `admin:system:admin:${action}`,
);

let app: TestApp;
let root: string;
let rootId: number;
/** A role that gives 企业管理 only, and one that gives 产品管理. */
let firmRole: number;
let productRole: number;

const roleWith = async (roleName: string, menuIds: number[], isAdmin = false): Promise<number> => {
  const { id } = await app.db
    .insertInto('role')
    .values({ roleName, isAdmin })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('roleMenu')
    .values(menuIds.map((menuId) => ({ roleId: id, menuId })))
    .execute();
  return id;
};

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app, 'root-secret-1');
  rootId = (await app.data(root, sessionApi.admin, {})).id;
  firmRole = await roleWith('企业查看', [511]);
  productRole = await roleWith('产品查看', [519]);
});
afterAll(() => app.close());

let serial = 0;
const draft = (change: object = {}) => {
  serial += 1;
  return {
    account: `staff${serial}`,
    pwd: 'first-secret',
    realName: '张三',
    roles: String(firmRole),
    phone: '13800001234',
    ...change,
  };
};
const made = async (change: object = {}, token = root) => {
  const values = draft(change);
  await app.data(token, adminApi.save, values);
  const { list } = await app.data(root, adminApi.list, { realName: values.account });
  return list[0]!;
};
const isSignedOut = async (token: string) => {
  await expect.poll(async () => (await app.call(token, sessionApi.menus, {})).code).toBe(401);
};

describe('an administrator', () => {
  it('is made, found, changed and deleted', async () => {
    const firmId = await makeFirm(app, '乙企业');
    const row = await made({ firmId, realName: '李四' });
    expect(row).toMatchObject({
      realName: '李四',
      phone: '138****1234',
      roles: String(firmRole),
      roleNames: '企业查看',
      firmId,
      firmName: '乙企业',
      isDel: false,
    });
    expect(await app.data(root, adminApi.info, { id: row.id })).toMatchObject({ phone: '13800001234' });
    expect(
      (await app.data(root, adminApi.list, { realName: '李四', roles: firmRole, status: '1', firmId })).total,
    ).toBe(1);
    expect((await app.data(root, adminApi.list, { realName: '李四', status: 0 })).total).toBe(0);

    const change = {
      id: row.id,
      version: 0,
      account: row.account,
      realName: '李四四',
      roles: `${firmRole},${productRole}`,
      phone: '13900001234',
      firmId: 0,
    };
    await app.data(root, adminApi.update, change);
    expect(await app.data(root, adminApi.info, { id: row.id })).toMatchObject({
      realName: '李四四',
      roleNames: '企业查看,产品查看',
      firmId: null,
      version: 1,
    });
    expect(await app.call(root, adminApi.update, change)).toMatchObject({ code: 409 });

    await app.data(root, adminApi.remove, { id: row.id });
    expect(await app.call(root, adminApi.info, { id: row.id })).toMatchObject({ code: 404, message: '管理员不存在' });
    expect((await app.data(root, adminApi.list, { realName: row.account })).list[0]).toMatchObject({ isDel: true });
    await app.data(root, adminApi.save, draft({ account: row.account }));
  });

  it('signs in with the password it was given, and with the new one after a change', async () => {
    const row = await made();
    const signIn = (pwd: string) => app.call('', sessionApi.login, { account: row.account, pwd });
    expect(await signIn('first-secret')).toMatchObject({ code: 200, data: { id: row.id } });
    await app.data(root, adminApi.update, { id: row.id, realName: '张三', pwd: 'second-secret' });
    expect(await signIn('first-secret')).toMatchObject({ code: 63003 });
    expect(await signIn('second-secret')).toMatchObject({ code: 200 });
  });

  it('answers form errors with their field', async () => {
    const answer = await app.call(root, adminApi.save, draft({ phone: '12345', pwd: '123', roles: '' }));
    expect(answer).toMatchObject({
      code: 400,
      data: {
        fields: [
          { field: 'pwd', message: '密码长度在6-30个字符' },
          { field: 'roles', message: '请选择角色' },
          { field: 'phone', message: '手机号格式不正确!' },
        ],
      },
    });
    expect(await app.call(root, adminApi.save, draft({ repwd: 'other-secret' }))).toMatchObject({
      code: 400,
      message: '两次输入密码不一致!',
    });
    const { account } = await made();
    const taken = await app.call(root, adminApi.save, draft({ account: account.toUpperCase() }));
    expect(taken).toMatchObject({ code: 63631, message: '账号已存在', data: { fields: [{ field: 'account' }] } });
    expect(await app.call(root, adminApi.save, draft({ roles: '999999' }))).toMatchObject({
      code: 404,
      message: '角色不存在',
    });
    expect(await app.call(root, adminApi.save, draft({ firmId: 999_999 }))).toMatchObject({
      code: 400,
      message: '企业不存在',
    });
  });

  it('never shows its password', async () => {
    const row = await made();
    expect(JSON.stringify(await app.data(root, adminApi.info, { id: row.id }))).not.toMatch(/argon2|password/i);
  });

  it('takes text messages only with a phone', async () => {
    const { id } = await makeStaff(app);
    expect(await app.call(root, adminApi.updateSms, { id })).toMatchObject({
      code: 63634,
      message: '请先为管理员添加手机号!',
    });
    const row = await made();
    await app.data(root, adminApi.updateSms, { id: row.id });
    expect(await app.data(root, adminApi.info, { id: row.id })).toMatchObject({ isSms: true });
  });

  it('needs the permission', async () => {
    const { token } = await makeStaff(app, { permissions: ['admin:system:admin:list'] });
    expect(await app.call(token, adminApi.list)).toMatchObject({ code: 200 });
    expect(await app.call(token, adminApi.save, draft())).toMatchObject({ code: 403 });
    expect(await app.call(token, adminApi.update, { id: rootId, realName: '我' })).toMatchObject({ code: 403 });
  });
});

describe('sessions end within a second', () => {
  const signedIn = async (change: object = {}) => {
    const row = await made(change);
    return { row, token: await tokenFor(app, row.account) };
  };

  it('when the password, the roles or the firm change, and when the account is disabled or deleted', async () => {
    const firmId = await makeFirm(app);
    for (const change of [{ pwd: 'brand-new-1' }, { roles: String(productRole) }, { firmId }, { status: false }]) {
      const { row, token } = await signedIn();
      expect(await app.call(token, sessionApi.admin, {})).toMatchObject({ code: 200 });
      await app.data(root, adminApi.update, { id: row.id, realName: '张三', ...change });
      await isSignedOut(token);
    }
    const disabled = await signedIn();
    await app.data(root, adminApi.updateStatus, { id: disabled.row.id, status: 0 });
    await isSignedOut(disabled.token);
    const deleted = await signedIn();
    await app.data(root, adminApi.remove, { id: deleted.row.id });
    await isSignedOut(deleted.token);
  });

  it('when the firm is disabled', async () => {
    const firmId = await makeFirm(app);
    const { token } = await signedIn({ firmId });
    expect(await app.call(token, sessionApi.admin, {})).toMatchObject({ code: 200 });
    await app.data(root, firmApi.updateStatus, { id: firmId, status: 1 });
    await isSignedOut(token);
  });

  it('but not for a new name', async () => {
    const { row, token } = await signedIn();
    await app.data(root, adminApi.update, { id: row.id, realName: '王五', roles: row.roles });
    expect(await app.data(token, sessionApi.admin, {})).toMatchObject({ realName: '王五' });
  });
});

describe('the own account', () => {
  it('keeps status, roles, firm and existence', async () => {
    const { id, token } = await makeStaff(app, { permissions: keeping });
    expect(await app.call(token, adminApi.remove, { id })).toMatchObject({
      code: 63632,
      message: '不能操作当前登录账号',
    });
    expect(await app.call(token, adminApi.updateStatus, { id, status: 0 })).toMatchObject({ code: 63632 });
    expect(await app.call(token, adminApi.update, { id, realName: '我', roles: String(firmRole) })).toMatchObject({
      code: 63632,
    });
    expect(
      await app.call(root, adminApi.update, { id: rootId, realName: '根', roles: String(firmRole) }),
    ).toMatchObject({ code: 63632 });
    expect(await app.call(root, adminApi.update, { id: rootId, realName: '根', account: 'root' })).toMatchObject({
      code: 63632,
    });
  });

  it('changes name and password through the older call too', async () => {
    const { id, token, account } = await makeStaff(app);
    expect(
      await app.call(token, adminApi.update, { id, account, realName: '旧客户端', pwd: 'brand-new-1' }),
    ).toMatchObject({ code: 200 });
    await isSignedOut(token);
    expect(await app.call('', sessionApi.login, { account, pwd: 'brand-new-1' })).toMatchObject({
      code: 200,
      data: { realName: '旧客户端' },
    });
  });
});

describe('nobody gets above themselves', () => {
  it('gives only roles within the own permissions', async () => {
    const { token } = await makeStaff(app, { permissions: [...keeping, 'admin:identity:firm:list'] });
    const own = await made({}, token);
    expect(own.roleNames).toBe('企业查看');
    expect(await app.call(token, adminApi.save, draft({ roles: `${firmRole},${productRole}` }))).toMatchObject({
      code: 63627,
      message: '角色“产品查看”的权限超出您的权限，不能操作',
    });
    expect(
      await app.call(token, adminApi.update, { id: own.id, realName: '张三', roles: String(productRole) }),
    ).toMatchObject({ code: 63627 });
    expect(await app.call(token, adminApi.save, draft({ roles: '1' }))).toMatchObject({ code: 63627 });
  });

  it('gives 管理员角色 only when holding it', async () => {
    const marked = await roleWith('带标记', [511], true);
    const permissions = [...keeping, 'admin:identity:firm:list'];
    const without = await makeStaff(app, { permissions });
    const holder = await makeStaff(app, { permissions, isAdminRole: true });
    expect(await app.call(without.token, adminApi.save, draft({ roles: String(marked) }))).toMatchObject({
      code: 63627,
    });
    expect(await app.call(holder.token, adminApi.save, draft({ roles: String(marked) }))).toMatchObject({ code: 200 });
  });

  it('leaves those above alone: no password, no status, no deletion', async () => {
    const { token } = await makeStaff(app, { permissions: [...keeping, 'admin:identity:firm:list'] });
    const above = await made({ roles: String(productRole) });
    expect(await app.call(token, adminApi.update, { id: above.id, realName: '夺', pwd: 'stolen-one' })).toMatchObject({
      code: 63633,
    });
    expect(await app.call(token, adminApi.updateStatus, { id: above.id, status: 0 })).toMatchObject({ code: 63633 });
    expect(await app.call(token, adminApi.remove, { id: above.id })).toMatchObject({ code: 63633 });
    for (const answer of [
      await app.call(token, adminApi.update, { id: rootId, realName: '夺', pwd: 'stolen-one' }),
      await app.call(token, adminApi.remove, { id: rootId }),
      await app.call(token, adminApi.updateStatus, { id: rootId, status: 0 }),
    ])
      expect(answer).toMatchObject({ code: 63632 });
  });

  it('not even a second super administrator touches the first or makes a third', async () => {
    const second = await made({ roles: '1' });
    await app.db.updateTable('admin').set({ mustChangePassword: false }).where('id', '=', second.id).execute();
    const token = await tokenFor(app, second.account);
    expect(await app.call(token, adminApi.update, { id: rootId, realName: '夺', pwd: 'stolen-one' })).toMatchObject({
      code: 63632,
    });
    expect(await app.call(token, adminApi.save, draft({ roles: '1' }))).toMatchObject({ code: 63627 });
    expect(await app.call(root, adminApi.save, draft({ roles: '1', firmId: await makeFirm(app) }))).toMatchObject({
      code: 400,
    });
  });
});

describe('firm staff', () => {
  it('sees and keeps only the staff of its own firm', async () => {
    const [own, other] = [await makeFirm(app), await makeFirm(app)];
    const { token, account } = await makeStaff(app, {
      firmId: own,
      permissions: [...keeping, 'admin:identity:firm:list'],
    });
    const stranger = await made({ firmId: other });
    const platform = await made();
    const colleague = await made({ firmId: other }, token);
    expect(colleague.firmId).toBe(own);
    expect((await app.data(token, adminApi.list, { limit: 9999 })).list.map((row) => row.account).toSorted()).toEqual(
      [account, colleague.account].toSorted(),
    );
    for (const { id } of [stranger, platform]) {
      expect(await app.call(token, adminApi.info, { id })).toMatchObject({ code: 404 });
      expect(await app.call(token, adminApi.update, { id, realName: '夺', pwd: 'stolen-one' })).toMatchObject({
        code: 404,
      });
      expect(await app.call(token, adminApi.updateStatus, { id, status: 0 })).toMatchObject({ code: 404 });
      expect(await app.call(token, adminApi.remove, { id })).toMatchObject({ code: 404 });
      expect(await app.call(token, adminApi.updateSms, { id })).toMatchObject({ code: 404 });
    }
    await app.data(token, adminApi.update, { id: colleague.id, realName: '同事', firmId: 0 });
    expect(await app.data(root, adminApi.info, { id: colleague.id })).toMatchObject({ realName: '同事', firmId: own });
  });
});
