import { z } from 'zod';
import { enumeration } from '../kit/enumeration.ts';
import { optionalText } from '../kit/fields.ts';

/** 收款方式. */
export const PayeeChannel = enumeration({
  bank: { label: '银行卡' },
  alipay: { label: '支付宝' },
  weixin: { label: '微信' },
});
export type PayeeChannel = (typeof PayeeChannel.options)[number]['value'];

const channelOrNone = z.union([z.literal(''), PayeeChannel.schema], { error: '请选择收款方式' }).default('');

/**
 * How a shop or dealer is paid, as it is typed; all of it may be left out until money is asked for. The account is read back
 * masked (`************1234`), and a masked one that is sent back leaves it as it was. By 微信 the account bound on the phone is paid.
 */
export const payeeFields = {
  payChannel: channelOrNone,
  payAccount: optionalText('收款账号', 64).refine(
    (value) => /^[\w.@*\u4e00-\u9fa5-]*$/.test(value.replaceAll(' ', '')),
    '收款账号格式不正确',
  ),
  payName: optionalText('收款户名', 40),
};

/** How a payee is paid, as details show it: the account masked, no channel where nobody said. */
export const payeeShown = { payChannel: z.string().nullable(), payAccount: z.string(), payName: z.string() };

/** Permissions of those who pay shops and dealers: they choose among them. */
export const payers = ['admin:lottery:storeRemit:list', 'admin:lottery:dealerRemit:list'];
