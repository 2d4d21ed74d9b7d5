import { merchantApi } from '@zhuiyuan/contract/fund/merchant/merchant';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, openRoot } from '../../../test/factories/access.ts';
import { openMerchant } from './open-merchant.ts';

const every = ['list', 'save', 'update', 'delete'].map((act) => `admin:lottery:redBag:${act}`);
let app: TestApp;
let token: string;
let firmId: number;

beforeAll(async () => {
  ({ app, token, firmId } = await firmWorld(every));
});
afterAll(() => app.close());

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
let serial = 0;
const draft = (more: object = {}) => ({
  name: '主商户',
  mchid: String(1_600_004_570 + (serial += 1)),
  appid: 'wx1234567890abcdef',
  ...more,
});
const whole = (more: object = {}) =>
  draft({
    serialNo: '1DDE55AD98ED71D6',
    privateKey: pair.privateKey,
    apiV3Key: 'a1'.repeat(16),
    platformKeys: [{ serial: 'PUB_KEY_ID_0116', kind: 'PUB_KEY', pem: pair.publicKey }],
    ...more,
  });
const save = (input: object) => app.call(token, merchantApi.save, input as never);

it('keeps keys sealed, never says them, and opens them for who pays', async () => {
  const { id } = await app.data(token, merchantApi.save, whole() as never);
  const info = await app.data(token, merchantApi.info, { id });
  expect(info).toMatchObject({ hasPrivateKey: true, hasApiV3Key: true, isComplete: true, platformKeyCount: 1 });
  expect(JSON.stringify(info)).not.toContain('PRIVATE KEY');
  const stored = await app.db.selectFrom('merchant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(stored.privateKeySealed!.toString('latin1')).not.toContain('PRIVATE');
  const log = await app.db
    .selectFrom('auditLog')
    .select('operParam')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(log.operParam).not.toContain('PRIVATE KEY');
  expect(log.operParam).not.toContain('a1a1');
  const opened = await openMerchant(app.db, app.config.masterKey, id);
  expect(opened).toMatchObject({ privateKey: pair.privateKey.trim(), apiV3Key: 'a1'.repeat(16) });
  // Nor is the secret of its app.
  const secret = 'c3'.repeat(16);
  expect(info.hasAppSecret).toBe(false);
  await app.data(token, merchantApi.update, { id, appSecret: secret } as never);
  const known = await app.data(token, merchantApi.info, { id });
  expect(known.hasAppSecret).toBe(true);
  expect(JSON.stringify(known)).not.toContain(secret);
  const { appSecretSealed } = await app.db
    .selectFrom('merchant')
    .select('appSecretSealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(appSecretSealed!.toString('latin1')).not.toContain(secret);
  const logged = await app.db.selectFrom('auditLog').select('operParam').orderBy('id', 'desc').limit(1).execute();
  expect(logged[0]!.operParam).not.toContain(secret);
  // Left out or empty, they stay.
  await app.data(token, merchantApi.update, { id, name: '改名', privateKey: '', apiV3Key: '' } as never);
  expect(await openMerchant(app.db, app.config.masterKey, id)).toMatchObject({
    name: '改名',
    privateKey: pair.privateKey.trim(),
    platformKeys: [{ serial: 'PUB_KEY_ID_0116' }],
  });
  const list = await app.data(token, merchantApi.list, { mchid: stored.mchid });
  expect(list.list).toMatchObject([{ id, mchid: `16****${stored.mchid.slice(-4)}`, isComplete: true }]);
});

it('is not opened while something is missing', async () => {
  const { id } = await app.data(token, merchantApi.save, whole({ platformKeys: [] }) as never);
  expect(await app.data(token, merchantApi.info, { id })).toMatchObject({ isComplete: false, hasPrivateKey: true });
  await expect(openMerchant(app.db, app.config.masterKey, id)).rejects.toMatchObject({
    code: 62407,
    message: '商户配置不完整',
  });
});

it('refuses what is no key, and says where', async () => {
  const pem = (head: string) => `-----BEGIN ${head}-----\nabc\n-----END ${head}-----`;
  const key = (kind: string, name: string, content: string) => ({
    platformKeys: [{ kind, serial: name, pem: content }],
  });
  const wrong: [object, string, string][] = [
    [{ privateKey: 'abc' }, 'privateKey', '商户私钥应为PEM格式，以-----BEGIN PRIVATE KEY-----开头'],
    [{ privateKey: pem('PRIVATE KEY') }, 'privateKey', '商户私钥不是有效的RSA私钥'],
    [{ apiV3Key: 'short' }, 'apiV3Key', 'APIv3密钥应为32位字母和数字'],
    [key('PUB_KEY', 'PUB_KEY_ID_1', pem('PUBLIC KEY')), 'platformKeys.0.pem', '微信支付公钥不是有效的RSA公钥'],
    [key('PUB_KEY', '1DDE', pair.publicKey), 'platformKeys.0.serial', '公钥ID应以PUB_KEY_ID_开头'],
    [key('CERT', '1DDE', pem('CERTIFICATE')), 'platformKeys.0.pem', '平台证书不是有效的证书'],
    [{ baseUrl: 'http://127.0.0.1:4180' }, 'baseUrl', '只有沙箱商户可以使用本机地址'],
    [{ notifyUrl: 'http://a.cn/b' }, 'notifyUrl', '回调地址应以https://开头，不带参数'],
    [{ singleMin: 500, singleMax: 400 }, 'singleMax', '单笔上限不能小于单笔下限'],
    [{ mchid: '12ab' }, 'mchid', '商户号应为8-32位数字'],
  ];
  for (const [more, field, message] of wrong)
    expect(await save(draft(more))).toMatchObject({ code: 400, data: { fields: [{ field, message }] } });
});

it('stands once for a number and an app', async () => {
  const one = draft();
  expect((await save(one)).code).toBe(200);
  expect(await save(one)).toMatchObject({ code: 400, message: '该商户号与AppID已配置' });
  expect((await save({ ...one, appid: 'wx2' })).code).toBe(200);
});

it('is not deleted while a pool pays through it', async () => {
  const { id } = await app.data(token, merchantApi.save, draft() as never);
  const pool = await app.data(token, poolApi.save, { name: '资金池', mchConfId: id } as never);
  expect(await app.call(token, merchantApi.remove, { id })).toMatchObject({ code: 62432 });
  expect((await app.data(token, merchantApi.listAll, {})).find((row) => row.id === id)).toMatchObject({
    hasPool: true,
  });
  await app.data(token, poolApi.remove, { id: pool.id });
  await app.data(token, merchantApi.remove, { id });
  expect((await app.call(token, merchantApi.info, { id })).code).toBe(404);
});

it('of another firm is not there', async () => {
  const { id } = await app.data(token, merchantApi.save, draft() as never);
  const { token: stranger } = await makeFirmStaff(app, every);
  expect((await app.call(stranger, merchantApi.info, { id })).code).toBe(404);
  expect((await app.call(stranger, poolApi.save, { name: '池', mchConfId: id } as never)).message).toBe('请选择商户');
  expect((await app.data(stranger, merchantApi.list, {})).total).toBe(0);
});

it('speaks to another host than WeChat Pay where operators of the platform say so, and nobody else', async () => {
  const root = await openRoot(app);
  const refused: [object, string, string][] = [
    [{ baseUrl: 'https://pay.example.cn' }, 'baseUrl', '接口地址只能由平台人员设置'],
    [{ baseUrl: 'http://127.0.0.1:4180', isSandbox: true }, 'baseUrl', '接口地址只能由平台人员设置'],
    [{ isSandbox: true }, 'isSandbox', '测试商户只能由平台人员设置'],
  ];
  const own = await app.data(token, merchantApi.save, draft() as never);
  for (const [more, field, message] of refused) {
    const said = { code: 400, data: { fields: [{ field, message }] } };
    expect(await save(draft(more))).toMatchObject(said);
    expect(await app.call(token, merchantApi.update, { id: own.id, ...more } as never)).toMatchObject(said);
  }
  const trial = { isSandbox: true, baseUrl: 'http://127.0.0.1:4180' };
  const { id } = await app.data(root, merchantApi.save, draft({ ...trial, firmId, appid: 'wxtrial' }) as never);
  // What staff leave out, or send as it is, stays; its app is the platform's too.
  await app.data(token, merchantApi.update, { id, name: '联调商户' } as never);
  await app.data(token, merchantApi.update, { id, ...trial, appid: 'wxtrial', remark: '联调' } as never);
  expect(await app.data(token, merchantApi.info, { id })).toMatchObject({ ...trial, name: '联调商户', remark: '联调' });
  for (const more of [{ baseUrl: '' }, { isSandbox: false }, { appid: 'wxanother' }])
    expect(await app.call(token, merchantApi.update, { id, ...more } as never)).toMatchObject({ code: 400 });
  await app.data(root, merchantApi.update, { id, isSandbox: false, baseUrl: '', notifyUrl: '' } as never);
  expect(await app.data(token, merchantApi.info, { id })).toMatchObject({ isSandbox: false, baseUrl: '' });
});

it('has an app that no other firm has, however many name it at once', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => makeFirmStaff(app, every)));
  const tokens = others.map((one) => one.token);
  const answers = await Promise.all(
    tokens.flatMap((one) => [1, 2].map(() => app.call(one, merchantApi.save, draft({ appid: 'wxwanted' }) as never))),
  );
  const taken = { code: 400, data: { fields: [{ field: 'appid', message: '该AppID已被其他企业使用' }] } };
  for (const refused of answers.filter(({ code }) => code !== 200)) expect(refused).toMatchObject(taken);
  const held = await app.db.selectFrom('merchant').select('firmId').where('appid', '=', 'wxwanted').execute();
  expect(held).toHaveLength(2);
  const [{ firmId: holder }] = held as [{ firmId: number }];
  expect(held.map((row) => row.firmId)).toEqual([holder, holder]);
  const mine = await app.data(token, merchantApi.save, draft({ appid: '' }) as never);
  expect(await app.call(token, merchantApi.update, { id: mine.id, appid: 'wxwanted' } as never)).toMatchObject(taken);
  // Given up by the one, it is free for another.
  const root = await openRoot(app);
  const { list } = await app.data(root, merchantApi.list, { firmId: holder });
  await app.data(root, merchantApi.removeMany, { ids: list.map(({ id }) => id) });
  await app.data(token, merchantApi.update, { id: mine.id, appid: 'wxwanted' } as never);
});
