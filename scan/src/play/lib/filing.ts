import type { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { isMobile, plainPhone } from '@zhuiyuan/contract/kit/phone';
import { CallFailed } from '../../lib/call.ts';
import { ofPairs } from '../../lib/of-pairs.ts';

/** Where a prize is sent. */
export type Filing = QueryOf<(typeof publicRedeemApi)['redeem']>;

/** Why a number is not called; '' where it can be. */
export const phoneFault = (phone: string, wrong: string): string => {
  if (isMobile(plainPhone(phone))) return '';
  return phone ? wrong : '请输入手机号';
};

/** What is wrong with where a prize is to be sent, by field; a field that is right says ''. */
export const faultsIn = ({
  receiver,
  phone,
  regionCode,
  address,
}: Filing): Record<'receiver' | 'phone' | 'regionCode' | 'address', string> => ({
  receiver: receiver ? '' : '请输入收货人',
  phone: phoneFault(phone, '手机号格式不正确'),
  regionCode: regionCode ? '' : '请选择所在地区',
  address: address.length >= 4 ? '' : address ? '详细地址不能少于4个字符' : '请输入详细地址',
});

/** The texts that a refusal has for fields, by the fields' names. */
export const faultsOf = (error: unknown): Record<string, string> => {
  const told =
    error instanceof CallFailed ? (error.data as { fields?: { field: string; message: string }[] } | null) : null;
  return ofPairs((told?.fields ?? []).map(({ field, message }) => [field, message] as const));
};
