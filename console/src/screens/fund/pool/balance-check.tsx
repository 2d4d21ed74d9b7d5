import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import CircleAlert from 'icon:circle-alert';
import CircleCheck from 'icon:circle-check';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../lib/use-read.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { shortTimeText } from '../../../parts/format/times.ts';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { money, name, text, type Column } from '../../../parts/list/columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';

type Fault = DataOf<typeof poolApi.faults>[number];

const minuteMs = 60_000;

const Term = ({ sign, label, fen }: { sign?: string; label: string; fen: number }) => (
  <>
    {sign && <i aria-hidden="true">{sign}</i>}
    <span className="zy-fund-term">
      <small>{label}</small>
      <b>{moneyText(fen)}</b>
    </span>
  </>
);

const faultColumns: Column<Fault>[] = [
  name('rule', '规则', { least: 220 }),
  text('poolName', '资金池', { width: 128 }),
  text('detail', '所在', { width: 140 }),
  money('difference', '差额', { width: 120 }),
];

const Faults = ({ firmId }: { firmId: number | undefined }) => {
  const { data, error, refetch } = useRead(poolApi.faults, firmId ? { firmId } : {});
  if (error && !data) return <Failed title="差异没有加载出来" error={error} retry={() => void refetch()} />;
  return (
    <>
      <p className="zy-fund-why">
        每条规则对照余额、预算与流水的两套记录。差异不会自行消失：查明原因后用调账补记，由另一人复核，核对平了才恢复为
        0.00。
      </p>
      <PlainTable
        columns={faultColumns}
        rows={data ?? []}
        keyOf={({ rule, detail }) => `${rule} ${detail}`}
        empty={data ? '各资金池分别相符' : '加载中'}
      />
    </>
  );
};

/** 收支核对: what came in against what is free, given and paid, each kept by itself; a difference stays until it is put right. */
export const BalanceCheck = ({ firmId }: { firmId: number | undefined }) => {
  const { data, error, refetch } = useRead(poolApi.check, firmId ? { firmId } : {}, { every: minuteMs, keeps: true });
  const [isOpen, setIsOpen] = useState(false);
  if (error && !data) return <BlockFailed error={error} retry={refetch} />;
  if (!data) return null;
  const isEven = data.difference === 0;
  let verdict: ReactNode = (
    <span className="zy-fund-even">
      <CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" /> 差额 0.00 元
    </span>
  );
  if (!isEven)
    verdict = (
      <span className="zy-fund-uneven" role="alert">
        <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" /> 差额 {moneyText(data.difference)} 元
        <button type="button" className="zy-link" onClick={() => setIsOpen(true)}>
          查看差异
        </button>
      </span>
    );
  return (
    <div className={isEven ? 'zy-fund-check' : 'zy-fund-check zy-fund-check-bad'}>
      <span className="zy-fund-check-head">
        <b>收支核对</b>
        <small>{shortTimeText(data.asOf)}</small>
      </span>
      <Term label="累计充值" fen={data.recharged} />
      {data.adjusted !== 0 && <Term sign={data.adjusted > 0 ? '+' : '−'} label="调账" fen={Math.abs(data.adjusted)} />}
      <Term sign="=" label="可用余额" fen={data.balance} />
      <Term sign="+" label="已划拨" fen={data.allocated} />
      <Term sign="+" label="累计支出" fen={data.paid} />
      <Term sign="+" label="手续费" fen={data.fee} />
      {verdict}
      <SideDrawer isOpen={isOpen} close={() => setIsOpen(false)} title="收支差异">
        <Faults firmId={firmId} />
      </SideDrawer>
    </div>
  );
};
