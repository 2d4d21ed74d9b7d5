import { z } from 'zod';
import { Enabled } from '../../kit/enumeration.ts';
import { id, latitude, longitude, optionalText, text } from '../../kit/fields.ts';
import { isMobile, plainPhone } from '../../kit/phone.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { regionCode, rowNumber } from '../party-fields.ts';
import { payeeFields } from '../payee.ts';
import { ShopGrade, ShopType } from './shop-enums.ts';

/** A shop as it is typed. Blank `shopNo` gets the firm's next number; `firmId` counts for platform staff alone. */
export const ShopDraft = z.object({
  firmId: id().optional(),
  name: text('门店名称', { min: 2, max: 60 }),
  shopNo: rowNumber('门店编号'),
  agentId: id('请选择所属经销商'),
  salesmanId: id('业务员不正确').optional(),
  channelId: id('渠道不正确').optional(),
  shopType: z.union([z.string(), z.number()], { error: '请选择门店类型' }).pipe(ShopType.schema),
  grade: ShopGrade.schema.optional(),
  contact: text('联系人', { max: 20 }),
  phone: text('联系电话', { max: 20, as: plainPhone }).refine(isMobile, '手机号格式不正确'),
  regionCode: regionCode('请选择所在地区'),
  address: text('详细地址', { max: 120 }),
  lng: longitude,
  lat: latitude,
  doorImage: optionalFileAddress,
  licenseNo: optionalText('营业执照号', 30),
  licenseImage: optionalFileAddress,
  ...payeeFields,
  remark: optionalText('备注', 200),
  status: Enabled.schema.default(0),
});
export type ShopDraft = z.output<typeof ShopDraft>;
