import type { PoolRow } from '@zhuiyuan/contract/fund/pool/pool';
import { payAccountApi, type PayAccount } from '@zhuiyuan/contract/payout/pay-account';
import { Tooltip } from 'antd';
import { useRead } from '../../../lib/use-read.ts';
import { moneyText } from '../../../parts/format/numbers.ts';
import { cell, type Column } from '../../../parts/list/columns.tsx';

const minuteMs = 60_000;
/** Accounts that are asked about at once. */
const mostAsked = 20;

const Held = ({ account }: { account: PayAccount | undefined }) => {
  if (!account) return <span className="zy-zero">-</span>;
  const { available, cause, inFlight, needed, isShort } = account;
  if (available === null)
    return (
      <Tooltip title={cause}>
        <span className="zy-zero" tabIndex={0} aria-label={`没有取得，${cause}`}>
          —
        </span>
      </Tooltip>
    );
  const moving = inFlight > 0 ? `，另有在途 ${moneyText(inFlight)} 元` : '';
  return (
    <Tooltip
      title={`${isShort ? '不足' : '足够'}支付可用与已划拨共 ${moneyText(needed)} 元${moving}，更新于 ${account.asOf.slice(11, 16)}`}
    >
      <span className={isShort ? 'zy-fund-low' : undefined} tabIndex={0}>
        {moneyText(available)}
      </span>
    </Tooltip>
  );
};

/** 商户实际余额: what the merchant's account holds at WeChat Pay, asked every minute; red where it cannot pay what the pool promises. */
export const useHeldColumn = (pools: readonly PoolRow[]): Column<PoolRow> => {
  const ids = pools.slice(0, mostAsked).map(({ mchConfId }) => mchConfId);
  const { data } = useRead(payAccountApi.balances, ids.length > 0 ? { ids: ids.join(',') } : undefined, {
    every: minuteMs,
    keeps: true,
  });
  const byMerchant = new Map(data?.map((account) => [account.id, account]));
  return cell<PoolRow>('held', '商户实际余额（元）', ({ mchConfId }) => <Held account={byMerchant.get(mchConfId)} />, {
    width: 136,
    align: 'right',
  });
};
