import { BillState, Delivery, PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi, type RedInfoRow } from '@zhuiyuan/contract/payout/red-info';
import { moneyText } from '../../parts/format/numbers.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { toast } from '../../lib/toast.ts';
import type { Act } from '../../parts/list/acts.tsx';

/** Read again after anything was done with a payout. */
export const payoutReads = [redInfoApi.list, redInfoApi.board, redInfoApi.days, redInfoApi.info] as const;

/** Where a payout stands by itself its refusals are said in a bar, in a list by `runAct`. */
const own = { refresh: payoutReads, quiet: true };

type Payout = Pick<RedInfoRow, 'id' | 'amount' | 'status' | 'hold' | 'isClosed' | 'billState'>;

/** WeChat Pay may know something of it that we do not. */
const isLive = ({ billState }: Payout): boolean =>
  billState !== null &&
  !([BillState.new, BillState.success, BillState.fail, BillState.cancelled] as (number | null)[]).includes(billState);

const unknownText = '发放结果未明，正在查询，暂不能撤销';

/** What can be done with a payout as it stands, each with its question. */
export const usePayoutActs = () => {
  const resend = useAct(redInfoApi.resend, own);
  const cancel = useAct(redInfoApi.cancel, own);
  const close = useAct(redInfoApi.close, own);
  const ask = useAct(redInfoApi.sync, { ...own, done: '' });
  const sync = async (id: number) => {
    const { rows } = await ask({ id });
    toast.success(`操作成功，${PayoutStatus.label(rows[0]?.status)}`);
  };
  return (payout: Payout): Record<'sync' | 'resend' | 'cancel' | 'close', Act | undefined> => {
    const { id, amount, status, hold, isClosed, billState } = payout;
    const isFailed = status === Delivery.FAILED && !isClosed && !hold;
    const mayCancel = !hold && (status === Delivery.SENDING || status === Delivery.SENT);
    const isUnknown = billState === BillState.posting || billState === BillState.unknown;
    return {
      sync: isLive(payout) ? { label: '查询状态', may: redInfoApi.sync.may, run: () => sync(id) } : undefined,
      resend: isFailed
        ? {
            label: '重发',
            may: redInfoApi.resend.may,
            confirm: `将使用新的商户单号重新发放¥${moneyText(amount)}，确定重发？`,
            run: () => resend({ id }),
          }
        : undefined,
      cancel: mayCancel
        ? {
            label: '撤销',
            may: redInfoApi.cancel.may,
            destructive: true,
            confirm: '撤销后款项退回，确定撤销？',
            blocked: isUnknown ? unknownText : undefined,
            run: () => cancel({ id }),
          }
        : undefined,
      close: isFailed
        ? {
            label: '关闭',
            may: redInfoApi.close.may,
            destructive: true,
            confirm: '关闭后预算释放，消费者将无法领取，确定关闭？',
            run: () => close({ id }),
          }
        : undefined,
    };
  };
};

interface Done {
  ok: number;
  fail: readonly { id: number; message: string }[];
}

/** Says what became of several rows, those that were refused by their numbers. */
export const tellDone = ({ ok, fail }: Done, nameOf: (id: number) => string): void => {
  if (fail.length === 0) return toast.success(`操作成功，共 ${ok} 笔`);
  const causes = [...new Set(fail.map(({ message }) => message))].map((cause) => {
    const ids = fail.filter(({ message }) => message === cause).map((row) => nameOf(row.id));
    return `${ids.slice(0, 3).join('、')}${ids.length > 3 ? ` 等 ${ids.length} 笔` : ''}：${cause}`;
  });
  toast.warning(`${ok > 0 ? `${ok} 笔操作成功，` : ''}${fail.length} 笔未处理。${causes.join('；')}`);
};
