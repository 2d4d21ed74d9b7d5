import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { verificationApi, type VerRow } from '@zhuiyuan/contract/redeem/verification';
import PackageCheck from 'icon:package-check';
import { type ReactNode } from 'react';
import { useRead } from '../../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { countText, maybeMoney, moneyText } from '../../../parts/format/numbers.ts';
import { EnumDot } from '../../../parts/format/tag.tsx';
import { acts, cell, enumTag, extra, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { activityFilter, prizeFilter } from '../../../parts/pickers/activity-input.tsx';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { useTierFilter } from '../../../parts/pickers/use-tier-filter.ts';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { useVerActs } from './use-ver-acts.tsx';
import { VerDetail } from './ver-detail.tsx';

/** How far it is settled; what was taken back is not to be settled. */
const settleDot = ({ status, settleState }: VerRow) =>
  status === VerStatus.reversed ? '-' : <EnumDot of={SettleState} value={settleState} />;

const Board = ({ firmId }: { firmId: string | undefined }) => {
  const { data } = useRead(verificationApi.board, firmId ? { firmId: Number(firmId) } : {}, {
    every: 60_000,
    keeps: true,
  });
  const count = (value: number | undefined) => (value === undefined ? '—' : countText(value));
  return (
    <StatStrip label="核销概况">
      <StatCard label="今日核销" value={count(data?.todayCount)} unit="件" />
      <StatCard label="本月核销" value={count(data?.monthCount)} unit="件" />
      <StatCard
        label="待结算抵扣金额"
        value={maybeMoney(data?.openAmount)}
        unit="元"
        hint="门店已核销、还没有结清的抵扣"
      />
      <StatCard label="冲正数" value={count(data?.reversedCount)} unit="件" hint="本月核销中已冲正的" />
    </StatStrip>
  );
};

/** 核销记录: the prizes that shops handed out. */
export const VerList = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(verificationApi.list);
  const [shownId, setShownId] = useOpened();
  const deeds = useVerActs();
  const columns: Column<VerRow>[] = [
    { ...name<VerRow>('prizeName', '奖品', { open: ({ id }) => setShownId(id), least: 150 }) },
    enumTag('status', '状态', VerStatus, { width: 84 }),
    text('shopName', '核销门店', { width: 150 }),
    money('deductAmount', '抵扣金额', { width: 108 }),
    cell('settleState', '结算状态', settleDot, { width: 104 }),
    time('verAt', '核销时间', { seconds: true }),
    text('verNo', '核销单号', { width: 164 }),
    text('actName', '活动', { width: 140 }),
    text('consumer', '消费者', { width: 92 }),
    text('agentName', '所属经销商', { width: 160 }),
    extra(text('picName', '业务员', { width: 80 })),
    extra(text('region', '核销位置', { width: 132 })),
    extra(text('tierName', '奖级', { width: 80 })),
    extra(text('remark', '备注', { width: 160 })),
    ...useFirmColumn<VerRow>(),
    acts((row) => [{ label: '详情', run: () => setShownId(row.id) }, ...deeds.of(row)]),
  ];
  const sum = search.answer?.sum;
  return (
    <>
      <Board firmId={search.values['firmId']} />
      <ListScreen
        search={search}
        thing="核销记录"
        tabs={tabs}
        columns={columns}
        filters={[
          ...useFirmFilter(),
          textFilter('keywords', '单号', '核销单号或核销码'),
          activityFilter('activityId'),
          ...useTierFilter(search.values, search.values['activityId']),
          prizeFilter('prizeId'),
          shopFilter('shopId'),
          useAgentFilter('agentId'),
          selectFilter('settleState', '结算状态', SettleState),
          selectFilter('status', '状态', VerStatus),
          dateFilter('dateLimit', '核销时间'),
        ]}
        buttons={<ExportButton biz="prizeVer" endpoint={verificationApi.export} input={search.values} />}
        sums={sum && { deductAmount: <span title="不含已冲正的">{moneyText(sum.dedAmount)}</span> }}
        card={{
          head: 'verNo',
          status: 'status',
          name: 'prizeName',
          facts: ['shopName', 'verAt', ({ deductAmount }) => `抵扣 ¥${moneyText(deductAmount)}`],
        }}
        empty={{ icon: PackageCheck, text: '门店在手机上核销实物奖品后，记录出现在这里。' }}
      />
      <VerDetail id={shownId} close={() => setShownId(undefined)} acts={deeds.of} />
      {deeds.layers}
    </>
  );
};
