import { isMobile, plainPhone } from '@zhuiyuan/contract/kit/phone';
import { isCreditCode } from '@zhuiyuan/contract/parties/credit-code';
import { plainNumber } from '@zhuiyuan/contract/kit/typed';
import { ofPairs } from '../../../lib/of-pairs.ts';

/** What is typed and chosen of a shop; 0 and '' where nothing is yet. */
export interface TypedShop {
  name: string;
  shopType: number;
  agentId: number;
  agentName: string;
  contact: string;
  phone: string;
  regionCode: string;
  regionName: string;
  address: string;
  licenseNo: string;
}

/** What may be wrong of it. */
export type ShopField = Exclude<keyof TypedShop, 'agentName' | 'regionName'>;
/** What is wrong of it, in the order of the form. */
export type ShopFaults = Partial<Record<ShopField, string>>;

export const blankShop: TypedShop = {
  name: '',
  shopType: 0,
  agentId: 0,
  agentName: '',
  contact: '',
  phone: '',
  regionCode: '',
  regionName: '',
  address: '',
  licenseNo: '',
};

/** A licence number as it is sent. */
export const licenseOf = ({ licenseNo }: Pick<TypedShop, 'licenseNo'>): string => plainNumber(licenseNo).toUpperCase();

const typed = (text: string, missing: string): string => (text.trim() ? '' : missing);

/** What is wrong with one field; '' for nothing. */
const faultOf: Record<ShopField, (shop: TypedShop) => string> = {
  name: ({ name }) => typed(name, '请输入门店名称') || (name.trim().length < 2 ? '门店名称至少2个字' : ''),
  shopType: ({ shopType }) => (shopType ? '' : '请选择门店类型'),
  agentId: ({ agentId }) => (agentId ? '' : '请选择所属经销商'),
  contact: ({ contact }) => typed(contact, '请输入联系人'),
  phone: ({ phone }) => typed(phone, '请输入联系电话') || (isMobile(plainPhone(phone)) ? '' : '手机号格式不正确'),
  regionCode: ({ regionCode }) => (regionCode ? '' : '请选择所在地区'),
  address: ({ address }) => typed(address, '请输入详细地址'),
  licenseNo: (shop) =>
    typed(shop.licenseNo, '请输入统一社会信用代码') ||
    (isCreditCode(licenseOf(shop)) ? '' : '统一社会信用代码格式不正确'),
};

/** What is wrong with those fields of a shop that its form has, in its order. */
export const faultsOf = (fields: readonly ShopField[], shop: TypedShop): ShopFaults =>
  ofPairs(fields.map((field): [ShopField, string] => [field, faultOf[field](shop)]).filter(([, fault]) => fault));

/** Those words of a shop that every form of it sends. */
export const shopWords = ({ name, shopType, contact, phone, regionCode, address }: TypedShop) => ({
  name,
  shopType,
  contact,
  phone: plainPhone(phone),
  regionCode,
  address,
});
