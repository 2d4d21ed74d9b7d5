import { describe, expect, it } from 'vitest';
import { formLabels, isSecretSetting, wrongFields, type FormContent } from './form-content.ts';

const field = (key: string, label: string, more: object = {}) => ({
  __vModel__: key,
  __config__: { label, tag: 'el-input', ...more },
});
const content: FormContent = {
  fields: [
    field('site_name', '网站名称', { required: true }),
    field('phone', '电话', { regList: [{ pattern: '/^\\d+$/', message: '电话应为数字' }] }),
    field('odd', '其他', { regList: [{ pattern: '/(/', message: '不会出现' }] }),
  ],
};
const wrong = (values: Record<string, string>) => wrongFields(content, new Map(Object.entries(values)));

describe('wrongFields', () => {
  it('asks for what is required, blank counting as missing', () => {
    expect(wrong({ site_name: ' ' })).toEqual([{ field: 'site_name', message: '网站名称不能为空！' }]);
    expect(wrong({ site_name: '追源' })).toEqual([]);
  });

  it('applies the patterns of a form to what is filled in, and no broken pattern', () => {
    expect(wrong({ site_name: 'x', phone: 'abc', odd: 'x' })).toEqual([{ field: 'phone', message: '电话应为数字' }]);
    expect(wrong({ site_name: 'x', phone: '123' })).toEqual([]);
  });
});

it('lists keys with their labels', () => {
  expect(formLabels(content).get('phone')).toBe('电话');
});

describe('isSecretSetting', () => {
  it.each([
    'wechat_appsecret',
    'wechat_token',
    'wechat_encodingaeskey',
    'pay_weixin_key',
    'pay_weixin_client_p12',
    'alAccessKey',
    'qnSecretKey',
    'copy_product_apikey',
    'system_express_app_code',
    'ylyprint_app_machine_msign',
  ])('hides %s', (key) => expect(isSecretSetting(key)).toBe(true));

  it.each([
    'site_name',
    'tengxun_map_key',
    'manual.send_password',
    'wechat_appid',
    'pay_weixin_mchid',
    'image_ext_str',
    'keywords',
  ])('shows %s', (key) => expect(isSecretSetting(key)).toBe(false));
});
