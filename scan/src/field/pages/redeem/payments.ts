import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { ShopPayable, ShopRemitRow, ShopRewardRow } from '@zhuiyuan/contract/settlement/store/shop-pay';
import { shortMoment } from '../../../lib/words.ts';

interface Said {
  words: string;
  tone: Tone;
}

const returned: Said = { words: '已退回', tone: 'gone' };

/** How money over WeChat stands, as who is to have it sees it. */
const deliveries: Partial<Record<NonNullable<ShopRemitRow['payState']>, Said>> = {
  [Delivery.SENT]: { words: '待确认收款', tone: 'wait' },
  [Delivery.FAILED]: { words: '打款失败', tone: 'bad' },
  [Delivery.REFUND]: returned,
  [Delivery.RFUND_ING]: returned,
  [Delivery.SENDING]: { words: '打款中', tone: 'doing' },
};

/** How far a remittance has come that is neither paid nor rejected. */
export const wayOf = ({ isAudited, payState }: ShopRemitRow): Said =>
  (payState && deliveries[payState]) ||
  (isAudited ? { words: '待打款', tone: 'doing' } : { words: RemitStatus.label(RemitStatus.waiting), tone: 'wait' });

/** Whether its money waits to be confirmed on this phone. */
export const isToConfirm = ({ payState }: ShopRemitRow): boolean => payState === Delivery.SENT;

const channelOf = (channel: string): string | undefined => PayeeChannel.of(channel)?.label;

/** Why a remittance was not paid; else where it goes, and when it came. */
export const noteOf = ({ rejectReason, failReason, channel, account, paidAt }: ShopRemitRow): string =>
  rejectReason ||
  failReason ||
  [channelOf(channel), account, paidAt && `${shortMoment(paidAt)} 到账`].filter(Boolean).join(' · ');

/** Where a shop is paid. */
export const accountOf = ({ channel, account, accountName }: ShopPayable): string =>
  channel ? [channelOf(channel), account, accountName].filter(Boolean).join(' ') : '企业还没有登记收款账户';

/** What stands below the sum that can be paid out. */
export const payableNote = (sum: ShopPayable): string =>
  [
    sum.waiting > 0 ? `打款中 ${moneyText(sum.waiting)} 元` : '',
    accountOf(sum),
    sum.withdrawable === 0 ? '满0.30元可提现' : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** What a reward is worth: its points where it is no money. */
export const worthOf = ({ points, amount }: ShopRewardRow): string =>
  points > 0 && amount === 0 ? `${points} 积分` : `${moneyText(amount)} 元`;
