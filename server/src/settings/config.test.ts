import { CategoryType } from '@zhuiyuan/contract/category/category';
import { configApi } from '@zhuiyuan/contract/settings/config';
import { regionApi } from '@zhuiyuan/contract/settings/region';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openTestDatabase } from '../../test/database.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { seedCategories } from '../seeds/first/seed-categories.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { seedSettings } from '../seeds/first/seed-settings.ts';
import { readSecretSetting, readSetting } from './read-setting.ts';
import { regionName, regionNames } from './region-names.ts';
import { siteConfig } from './site-config.ts';

let app: TestApp;
let token: string;
const masked = '******';
beforeAll(async () => {
  app = await openTestApp();
  for (let time = 0; time < 2; time += 1) {
    await seedSettings(app);
    await seedCategories(app);
    await seedRegions(app.db);
  }
  ({ token } = await makeStaff(app, { permissions: ['admin:system:config:info', 'admin:system:config:save:form'] }));
});
afterAll(() => app.close());

const wechatForm = 65;
const wechat = {
  wechat_appid: 'wx1',
  wechat_appsecret: 'the app secret',
  wechat_token: 'the token',
  wechat_encodingaeskey: 'the aes key',
  wechat_encode: '1',
  wechat_share_title: '标题',
  wechat_share_synopsis: '简介',
};
const saveForm = (id: number, values: Record<string, unknown>, of = token) =>
  app.call(of, configApi.saveForm, {
    id,
    sort: 0,
    status: true,
    fields: Object.entries(values).map(([name, value]) => ({ name, value, title: name })),
  } as never);
const info = (formId: number) => app.data(token, configApi.info, { formId });

describe('the seeded settings', () => {
  it('has every key of a form with its first value', async () => {
    const fresh = await openTestApp({ database: await openTestDatabase('fresh') });
    await seedSettings(fresh);
    const { token: reader } = await makeStaff(fresh, { permissions: ['admin:system:config:info'] });
    const first = await fresh.data(reader, configApi.info, { formId: 108 });
    await fresh.close();
    expect(first).toEqual({
      id: 108,
      localUploadUrl: '',
      image_ext_str: 'jpg,jpeg,gif,png,bmp',
      image_max_size: '10',
      file_ext_str: 'xlsx,xls,csv,txt,zip,pdf,doc,docx,mp3,wma,wav,amr,mp4,pem,p12',
      file_max_size: '50',
      uploadType: '1',
      file_is_save: '1',
    });
    expect(await app.call(token, configApi.info, { formId: 9999 })).toMatchObject({
      code: 63601,
      message: '表单配置不正确，请关联正确表单后使用',
    });
    expect(await readSetting(app.db, 'site_name')).toBe('一物一码管理平台');
  });

  it('links each settings tab to a form that exists', async () => {
    const tabs = await app.db
      .selectFrom('category')
      .select('extra')
      .where('type', '=', CategoryType.config)
      .where('pid', '<>', 0)
      .execute();
    expect(tabs.length).toBeGreaterThan(15);
    for (const { extra } of tabs)
      expect((await app.call(token, configApi.info, { formId: Number(extra) })).code).toBe(200);
  });
});

describe('saving a form', () => {
  it('stores what belongs to the form, and every process reads it at once', async () => {
    await readSetting(app.db, 'consumer_hotline');
    const answer = await saveForm(76, {
      yzf_h5_url: 'https://a',
      consumer_hotline: '400',
      telephone_service_switch: 'open',
      not_of_this_form: 'x',
    });
    expect(answer).toMatchObject({ code: 200, data: null });
    await expect.poll(() => readSetting(app.db, 'consumer_hotline')).toBe('400');
    expect(await readSetting(app.db, 'not_of_this_form')).toBe('');
  });

  it('names every required field that is missing', async () => {
    const answer = await saveForm(76, { yzf_h5_url: '  ', consumer_hotline: '1', telephone_service_switch: '' });
    expect(answer).toMatchObject({
      code: 400,
      message: '客服H5链接不能为空！',
      data: {
        fields: [
          { field: 'yzf_h5_url', message: '客服H5链接不能为空！' },
          { field: 'telephone_service_switch', message: '电话服务不能为空！' },
        ],
      },
    });
  });

  it('leaves as it was what is not sent, with or without its name', async () => {
    const filled = { consumer_hotline: '400', telephone_service_switch: 'open', chat_config_js: 'say()' };
    await saveForm(76, { yzf_h5_url: 'https://a', ...filled });
    const send = (fields: object[]) => app.call(token, configApi.saveForm, { id: 76, fields } as never);
    expect(await send([{ name: 'consumer_hotline', value: '401' }, { name: 'yzf_h5_url' }])).toMatchObject({
      code: 200,
    });
    const shown = () => app.data(token, configApi.info, { formId: 76 });
    expect(await shown()).toMatchObject({ yzf_h5_url: 'https://a', consumer_hotline: '401', chat_config_js: 'say()' });
    expect(await send([{ name: 'chat_config_js', value: null }])).toMatchObject({ code: 200 });
    expect(await shown()).toMatchObject({ yzf_h5_url: 'https://a', consumer_hotline: '401', chat_config_js: '' });
    const list = [{ name: 'yzf_h5_url' }, { name: 'consumer_hotline', value: '402' }];
    expect(await app.call(token, configApi.update, { list })).toMatchObject({ code: 200 });
    expect(await shown()).toMatchObject({ yzf_h5_url: 'https://a', consumer_hotline: '402' });
  });

  it('refuses values a setting cannot take', async () => {
    const upload = {
      localUploadUrl: '/',
      image_ext_str: 'png',
      image_max_size: '51',
      file_ext_str: 'pdf',
      file_max_size: '501',
      uploadType: '1',
      file_is_save: '1',
    };
    const answer = await saveForm(108, upload);
    expect((answer.data as unknown as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual([
      'image_max_size',
      'file_max_size',
    ]);
    expect(
      await app.call(token, configApi.saveUnique, {
        key: 'footer_links',
        value: '[{"name":"x","url":"javascript:alert(1)"}]',
      }),
    ).toMatchObject({ code: 400 });
    const linksWith = async (opensDocs: boolean) => (await siteConfig(app.db, { opensDocs, demo: false })).footerLinks;
    expect(await linksWith(true)).toEqual([{ name: '接口文档', url: '/docs' }]);
    expect(await linksWith(false)).toEqual([]);
    expect((await saveForm(108, { ...upload, image_max_size: 50, file_max_size: 500 })).code).toBe(200);
    expect((await info(108)).file_max_size).toBe('500');
  });
});

describe('secrets', () => {
  beforeEach(async () => {
    await saveForm(wechatForm, wechat);
  });

  it('are shown masked by no matter which call', async () => {
    expect(await info(wechatForm)).toMatchObject({
      wechat_appid: 'wx1',
      wechat_appsecret: masked,
      wechat_token: masked,
      wechat_encodingaeskey: masked,
    });
    expect(await app.data(token, configApi.getUnique, { key: 'wechat_appsecret' })).toBe(masked);
    expect(await app.data(token, configApi.get, { key: 'wechat_appsecret' })).toMatchObject([
      { name: 'wechat_appsecret', value: masked, formId: wechatForm },
    ]);
    expect(await readSetting(app.db, 'wechat_appsecret')).toBe('');
  });

  it('are sealed in the database and open only for the server', async () => {
    const row = await app.db
      .selectFrom('config')
      .selectAll()
      .where('name', '=', 'wechat_appsecret')
      .executeTakeFirstOrThrow();
    expect(row.value).toBe('');
    expect(row.sealed?.includes(wechat.wechat_appsecret)).toBe(false);
    expect(await readSecretSetting(app, app.db, 'wechat_appsecret')).toBe(wechat.wechat_appsecret);
  });

  it('stay when they come back masked, and change when they do not', async () => {
    expect(
      (
        await saveForm(wechatForm, {
          ...wechat,
          wechat_appid: 'wx2',
          wechat_appsecret: masked,
          wechat_token: 'another',
        })
      ).code,
    ).toBe(200);
    expect(await readSecretSetting(app, app.db, 'wechat_appsecret')).toBe(wechat.wechat_appsecret);
    expect(await readSecretSetting(app, app.db, 'wechat_token')).toBe('another');
    await app.data(token, configApi.saveUnique, { key: 'wechat_appsecret', value: masked });
    expect(await readSecretSetting(app, app.db, 'wechat_appsecret')).toBe(wechat.wechat_appsecret);
  });

  it('are no value when the mask stands for nothing', async () => {
    expect(await saveForm(66, { routine_appid: 'a', routine_appsecret: masked, routine_name: 'n' })).toMatchObject({
      code: 400,
      message: 'AppSecret不能为空！',
    });
  });

  it('never get into the audit log', async () => {
    await saveForm(wechatForm, { ...wechat, wechat_appid: 'wx2', wechat_token: 'another' });
    await app.data(token, configApi.saveUnique, { key: 'pay_weixin_key', value: 'payment secret' });
    await app.data(token, configApi.update, { list: [{ name: 'wechat_token', value: 'third token' }] });
    const logged = await app.db.selectFrom('auditLog').select(['operParam', 'jsonResult']).execute();
    const text = JSON.stringify(logged);
    expect(logged.length).toBeGreaterThanOrEqual(4);
    for (const secret of ['the app secret', 'the token', 'another', 'the aes key', 'payment secret', 'third token'])
      expect(text).not.toContain(secret);
    expect(text).toContain('wx2');
  });
});

describe('single settings', () => {
  it('are read, checked and written by key', async () => {
    expect(await app.data(token, configApi.getUnique, { key: 'site_name' })).toBe('一物一码管理平台');
    expect(await app.data(token, configApi.getUnique, { key: 'nothing' })).toBe('');
    expect(await app.data(token, configApi.check, { name: 'site_name' })).toBe(true);
    expect(await app.data(token, configApi.check, { name: 'nothing' })).toBe(false);
    expect(await app.data(token, configApi.saveUnique, { key: 'icp_no', value: '浙ICP备1号' })).toBe(true);
    expect(await app.data(token, configApi.saveUnique, { key: 'icp_no', value: '' })).toBe(true);
    expect(await app.data(token, configApi.getUnique, { key: 'icp_no' })).toBe('');
    expect(await app.call(token, configApi.update, { list: [{ name: 'nothing', value: '1' }] })).toMatchObject({
      code: 63602,
    });
  });

  it('accept the list itself as the body, as clients send it', async () => {
    const rows = await app.data(token, configApi.get, { key: 'seo_title' });
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/admin/system/config/update',
      headers: { 'authori-zation': token },
      payload: rows.map((row) => ({ ...row, value: '新的标题' })),
    });
    expect(answer.json()).toEqual({ code: 200, message: 'ok', data: true });
    expect(await app.data(token, configApi.getUnique, { key: 'seo_title' })).toBe('新的标题');
  });

  it('are written only by who may also save forms, and read by everybody', async () => {
    const { token: other } = await makeStaff(app);
    expect(await app.data(other, configApi.getUnique, { key: 'site_name' })).toBe('一物一码管理平台');
    for (const answer of [
      await app.call(other, configApi.saveUnique, { key: 'site_name', value: 'x' }),
      await app.call(other, configApi.update, { list: [{ name: 'site_name', value: 'x' }] }),
      await saveForm(64, {}, other),
      await app.call(other, configApi.info, { formId: 64 }),
    ])
      expect(answer).toMatchObject({ code: 403, message: '没有权限访问。' });
  });
});

describe('regions', () => {
  it('come as a tree to everybody signed in, firms too', async () => {
    const { token: firm } = await makeFirmStaff(app);
    const tree = await app.data(firm, regionApi.tree, {});
    expect(tree).toHaveLength(34);
    const zhejiang = tree.find(({ name }) => name === '浙江省');
    expect(zhejiang?.child?.[0]).toMatchObject({ cityId: 330100, name: '杭州市' });
    expect(zhejiang?.child?.[0]?.child?.[0]).not.toHaveProperty('child');
    expect(JSON.stringify(tree).length).toBeLessThan(200_000);
    expect(await app.call('', regionApi.tree, {})).toMatchObject({ code: 401 });
  });

  it('have names', async () => {
    expect(await regionName(app.db, '330106')).toBe('浙江省杭州市西湖区');
    expect(await regionName(app.db, '999999')).toBe('');
    expect(await regionNames(app.db, ['110101', '000000'])).toEqual(new Map([['110101', '北京市东城区']]));
  });
});
