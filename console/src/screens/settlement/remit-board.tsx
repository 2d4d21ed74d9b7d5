import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { countText, maybeMoney, moneyText } from '../../parts/format/numbers.ts';

/** 打款概况: what waits for an auditor, for money, and what could be settled. */
export const RemitBoard = ({ kind, firmId }: { kind: PayeeKind; firmId: number | undefined }) => {
  const input = firmId ? { payeeKind: kind, firmId } : { payeeKind: kind };
  const { data, error, refetch } = useRead(remitApi.summary, input, { every: 60_000, keeps: true });
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const notes = (value: number | undefined) => (value === undefined ? undefined : `${countText(value)} 笔`);
  const who = kind === PayeeKind.shop ? '门店' : '经销商';
  return (
    <StatStrip label="打款概况">
      <StatCard label="待审核金额" value={maybeMoney(data?.auditAmount)} unit="元" note={notes(data?.auditCnt)} />
      <StatCard label="待打款" value={maybeMoney(data?.payAmount)} unit="元" note={notes(data?.payCnt)} />
      <StatCard label="本月已打款" value={maybeMoney(data?.monthAmount)} unit="元" note={notes(data?.monthCnt)} />
      <StatCard label="驳回笔数" value={data ? countText(data.rejectedCnt) : '—'} unit="笔" />
      <StatCard
        label={`可结算${who}`}
        value={data ? countText(data.payeeCnt) : '—'}
        unit={kind === PayeeKind.shop ? '家' : '个'}
        note={data && `共 ${moneyText(data.payeeAmount)} 元`}
        hint={
          kind === PayeeKind.shop
            ? '企业直接欠门店的核销抵扣，加上待结算的门店奖励；由经销商结算的门店不在其中'
            : '经销商已与门店结清的核销，减去已抵扣的货款'
        }
      />
    </StatStrip>
  );
};
