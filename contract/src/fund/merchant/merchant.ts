import { z } from 'zod';
import { defineApi } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { fen, filterText, flag, id, int, optionalText, text, time } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { firmId } from '../../parties/party-fields.ts';
import { moneyUsers } from '../money-users.ts';

/** What WeChat Pay signs its answers with: its public key (`PUB_KEY_ID_…`), or a certificate of the platform. */
export const PlatformKeyKind = enumeration({
  PUB_KEY: { label: '微信支付公钥' },
  CERT: { label: '平台证书' },
});

const heads = { PUB_KEY: 'PUBLIC KEY', CERT: 'CERTIFICATE' } as const;
const isPem = (value: string, head: string): boolean =>
  value.includes(`-----BEGIN ${head}-----`) && value.includes(`-----END ${head}-----`);

const PlatformKey = z
  .object({
    serial: text('序列号', { max: 64 }).regex(/^\w+$/, '序列号仅支持字母、数字和下划线'),
    kind: PlatformKeyKind.schema,
    pem: text('公钥或证书内容', { max: 4000 }),
  })
  .superRefine(({ serial, kind, pem }, context) => {
    const tell = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((kind === PlatformKeyKind.PUB_KEY) !== serial.startsWith('PUB_KEY_ID_'))
      tell(
        'serial',
        kind === PlatformKeyKind.PUB_KEY ? '公钥ID应以PUB_KEY_ID_开头' : '平台证书序列号不以PUB_KEY_ID_开头',
      );
    if (!isPem(pem, heads[kind])) tell('pem', `内容应为PEM格式，以-----BEGIN ${heads[kind]}-----开头`);
  });

/** Plain http on this very machine, where a simulator of WeChat Pay may stand. */
const onThisMachine = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s?#]*)?$/;

const httpsText = (label: string, max: number) =>
  optionalText(label, max).refine(
    (value) => value === '' || /^https:\/\/[^\s?#]+$/.test(value) || onThisMachine.test(value),
    `${label}应以https://开头，不带参数`,
  );

/** A merchant as it is typed. Its keys and secret are written and never read back; left empty they stay as they are. */
export const MerchantDraft = z
  .object({
    firmId,
    name: text('商户名称', { max: 30 }),
    mchid: text('商户号', { max: 32 }).regex(/^\d{8,32}$/, '商户号应为8-32位数字'),
    appid: optionalText('AppID', 32).refine((value) => /^\w*$/.test(value), 'AppID仅支持字母和数字'),
    serialNo: optionalText('商户证书序列号', 64).refine(
      (value) => /^[0-9A-Fa-f]*$/.test(value),
      '商户证书序列号仅支持数字和A-F',
    ),
    privateKey: optionalText('商户私钥', 4000).refine(
      (value) => value === '' || isPem(value, 'PRIVATE KEY'),
      '商户私钥应为PEM格式，以-----BEGIN PRIVATE KEY-----开头',
    ),
    apiV3Key: optionalText('APIv3密钥', 32).refine(
      (value) => value === '' || /^[0-9A-Za-z]{32}$/.test(value),
      'APIv3密钥应为32位字母和数字',
    ),
    appSecret: optionalText('AppSecret', 64).refine(
      (value) => /^[0-9A-Za-z]*$/.test(value),
      'AppSecret仅支持字母和数字',
    ),
    platformKeys: z
      .array(PlatformKey)
      .max(10, '平台公钥不能超过10个')
      .refine((keys) => new Set(keys.map(({ serial }) => serial)).size === keys.length, '序列号重复')
      .default([]),
    baseUrl: httpsText('接口地址', 120),
    notifyUrl: httpsText('回调地址', 200),
    transferSceneId: text('转账场景ID', { max: 8 }).regex(/^\d+$/, '转账场景ID应为数字').default('1000'),
    qps: int(1, 100, '每秒请求数应为1-100的整数').default(30),
    dayLimitAmount: fen('单日转账上限').default(0),
    singleMin: fen('单笔下限')
      .refine((amount) => amount >= 10, '单笔下限不能低于0.10元')
      .default(10),
    singleMax: fen('单笔上限').default(20_000),
    userDayMax: int(1, 100, '单用户每日笔数应为1-100的整数').default(10),
    isSandbox: flag.default(false),
    status: Enabled.schema.default(0),
    remark: optionalText('备注', 200),
  })
  .superRefine(({ singleMin, singleMax, isSandbox, baseUrl, notifyUrl }, context) => {
    for (const [path, value] of Object.entries({ baseUrl, notifyUrl }))
      if (!isSandbox && onThisMachine.test(value))
        context.addIssue({ code: 'custom', path: [path], message: '只有沙箱商户可以使用本机地址' });
    if (singleMax < singleMin)
      context.addIssue({ code: 'custom', path: ['singleMax'], message: '单笔上限不能小于单笔下限' });
  });
export type MerchantDraft = z.output<typeof MerchantDraft>;

export const MerchantRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  /** Masked in lists: `16****4570`. */
  mchid: z.string(),
  appid: z.string(),
  hasPrivateKey: z.boolean(),
  hasApiV3Key: z.boolean(),
  /** Of its app: without it nobody is known by WeChat, and cash prizes wait for their winners. */
  hasAppSecret: z.boolean(),
  /** How many keys of the platform it has. */
  platformKeyCount: z.number(),
  /** Nothing is missing that a transfer needs. */
  isComplete: z.boolean(),
  poolName: z.string(),
  isSandbox: z.boolean(),
  status: Enabled.schema,
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type MerchantRow = z.output<typeof MerchantRow>;

const Merchant = MerchantRow.extend({
  serialNo: z.string(),
  platformKeys: z.array(z.object({ serial: z.string(), kind: PlatformKeyKind.schema, pem: z.string() })),
  baseUrl: z.string(),
  notifyUrl: z.string(),
  transferSceneId: z.string(),
  qps: z.number(),
  dayLimitAmount: z.number(),
  singleMin: z.number(),
  singleMax: z.number(),
  userDayMax: z.number(),
  remark: z.string(),
});

const merchantAt = resource('/admin/lottery/mch/conf', 'admin:lottery:redBag', '商户配置');
export const merchantApi = defineApi({
  list: merchantAt.list(MerchantRow, {
    firmId: id().optional(),
    name: filterText,
    mchid: filterText,
    status: Enabled.schema.optional(),
  }),
  listAll: merchantAt.listAll(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        mchid: z.string(),
        firmId: z.number(),
        status: z.number(),
        /** It has a pool already, and a pool of its own is all it may have. */
        hasPool: z.boolean(),
      }),
    ),
    { may: { any: ['admin:lottery:redBag:list', ...moneyUsers] } },
  ),
  info: merchantAt.info(Merchant),
  save: merchantAt.save(MerchantDraft),
  update: merchantAt.update(MerchantDraft),
  updateStatus: merchantAt.updateStatus(),
  remove: merchantAt.remove(),
  removeMany: merchantAt.removeMany(),
});
