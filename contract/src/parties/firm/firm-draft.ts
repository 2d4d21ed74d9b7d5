import { placesText } from '../../kit/places.ts';
import { z } from 'zod';
import { dayField } from '../../kit/day.ts';
import { enumeration, Enabled } from '../../kit/enumeration.ts';
import { int, latitude, longitude, optionalText, text } from '../../kit/fields.ts';
import { isGln } from '../../kit/gs1.ts';
import { isPhone, plainPhone } from '../../kit/phone.ts';
import { fileAddress, optionalFileAddress, pictures } from '../../kit/picture.ts';
import { isCreditCode } from '../credit-code.ts';
import { isHostName } from './host-name.ts';
import { regionCode } from '../party-fields.ts';
import { plainDigits, plainNumber } from '../../kit/typed.ts';

/** Trade of a firm. */
export const Industry = enumeration({
  食品饮料: { label: '食品饮料' },
  酒类: { label: '酒类' },
  日化美妆: { label: '日化美妆' },
  农资: { label: '农资' },
  农产品: { label: '农产品' },
  医药保健: { label: '医药保健' },
  母婴: { label: '母婴' },
  汽配: { label: '汽配' },
  建材: { label: '建材' },
  家电: { label: '家电' },
  服装: { label: '服装' },
  其他: { label: '其他' },
});

const blankOr = (isRight: (value: string) => boolean) => (value: string) => value === '' || isRight(value);

/** A firm as it is typed. Blank `firmNo` gets the next number of the day, blank `codeQuota` means unlimited. */
export const FirmDraft = z
  .object({
    name: text('企业名称', { min: 2, max: 60 }),
    shortName: optionalText('企业简称', 20),
    firmNo: optionalText('企业编号', 20, plainNumber).refine(
      blankOr((value) => /^[A-Za-z0-9-]+$/.test(value)),
      '企业编号仅支持字母、数字和-',
    ),
    creditCode: z
      .string({ error: '请输入统一社会信用代码' })
      .overwrite(plainNumber)
      .toUpperCase()
      .min(1, '请输入统一社会信用代码')
      .refine(isCreditCode, {
        error: ({ input }) => placesText('统一社会信用代码不正确', [18], String(input)),
      }),
    licenseImage: fileAddress('请上传营业执照'),
    logo: optionalFileAddress,
    images: pictures(10),
    industry: z.string({ error: '请选择所属行业' }).pipe(Industry.schema),
    legalName: optionalText('法人', 30),
    contact: text('联系人', { max: 20 }),
    phone: text('联系电话', { max: 20, as: plainPhone }).refine(isPhone, '联系电话格式不正确'),
    email: optionalText('邮箱', 80).refine(
      blankOr((value) => z.email().safeParse(value).success),
      '邮箱格式不正确',
    ),
    regionCode: regionCode('请选择所在地区'),
    address: optionalText('详细地址', 120),
    lng: longitude,
    lat: latitude,
    gcp: optionalText('GS1厂商识别代码', 12, plainDigits).refine(
      blankOr((value) => /^\d{7,10}$/.test(value)),
      '厂商识别代码不正确',
    ),
    gln: optionalText('GLN', 13, plainDigits).refine(blankOr(isGln), {
      error: ({ input }) => placesText('GLN校验位不正确', [13], String(input)),
    }),
    domain: optionalText('专属扫码域名', 80).refine(blankOr(isHostName), '域名格式不正确'),
    servicePhone: optionalText('客服电话', 20, plainPhone).refine(blankOr(isPhone), '客服电话格式不正确'),
    website: optionalText('官网', 200).refine(
      blankOr((value) => /^https?:\/\/[^\s"'<>]+$/.test(value)),
      '官网应以http://或https://开头',
    ),
    intro: optionalText('企业介绍', 20_000),
    validFrom: dayField('日期不正确').optional(),
    validTo: dayField('日期不正确').optional(),
    codeQuota: int(0, 1_000_000_000_000, '码额度应为不小于0的整数').optional(),
    status: Enabled.schema.default(0),
    remark: optionalText('备注', 200),
  })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validTo >= validFrom, {
    path: ['validTo'],
    message: '结束日期不能早于开始日期',
    // also while other fields are still missing
    when: ({ value }) => typeof (value as { validTo?: unknown }).validTo === 'string',
  });
export type FirmDraft = z.output<typeof FirmDraft>;

/** Fields of a firm that only the platform's staff may change. */
export const platformFields = [
  'firmNo',
  'creditCode',
  'codeQuota',
  'validFrom',
  'validTo',
  'domain',
  'status',
] as const;
