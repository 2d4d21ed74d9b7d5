import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import type { AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import HandCoins from 'icon:hand-coins';
import Store from 'icon:store';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { cell, count, enumTag, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { maybeMoney } from '../../../parts/format/numbers.ts';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import type { RowOf } from '../../../lib/list-endpoint.ts';

type Entry = RowOf<typeof agentDeductibleApi.list>;
type OfShop = RowOf<typeof agentDeductibleApi.shops>;

const settled = ['未结算', '门店已结', '经销商已结'];

const entryColumns: Column<Entry>[] = [
  name('shopName', '门店', { least: 140 }),
  text('prizeName', '奖品', { width: 120 }),
  count('qty', '数量', { width: 64 }),
  money('dedAmount', '抵扣金额'),
  enumTag('kind', '类型', DedKind, { width: 100 }),
  money('balanceAfter', '余额'),
  cell('settleState', '结算状态', ({ settleState }) => (settleState === null ? '-' : settled[settleState]), {
    width: 92,
  }),
  time('verAt', '时间', { seconds: true }),
];

const sumColumns: Column<OfShop>[] = [
  money('balance', '未结余额'),
  money('totalIn', '累计产生'),
  money('totalOut', '累计清零'),
  count('qty', '核销件数'),
];

const useEntries = (agentId: number) => useLocalSearch(agentDeductibleApi.list, { fixed: { agentId } });

const Entries = ({ agentId, search }: { agentId: number; search: ReturnType<typeof useEntries> }) => (
  <ListScreen
    search={search}
    thing="抵扣流水"
    beside={130}
    columns={entryColumns}
    filters={[shopFilter('shopId'), selectFilter('kind', '类型', DedKind), dateFilter('dateLimit', '时间')]}
    buttons={<ExportButton biz="agentDed" endpoint={agentDeductibleApi.export} input={{ ...search.values, agentId }} />}
    card={{ head: 'verAt', status: 'kind', name: 'shopName', facts: ['dedAmount', 'balanceAfter'] }}
    empty={{ icon: HandCoins, text: '门店核销奖品后，经销商垫付的金额记在这里。' }}
  />
);

const Shops = ({ agentId, open }: { agentId: number; open: (shopId: number) => void }) => (
  <ListScreen
    search={useLocalSearch(agentDeductibleApi.shops, { fixed: { agentId } })}
    thing="门店抵扣"
    columns={[name<OfShop>('shopName', '门店', { open: ({ id }) => open(id) }), ...sumColumns]}
    card={{ name: 'shopName', facts: ['balance', 'totalIn', 'totalOut'] }}
    empty={{ icon: Store, text: '下属门店核销奖品后，按门店汇总在这里。' }}
  />
);

/** What an agent is owed by shop, and every change of it; a shop leads to its own changes. */
const Tables = ({ agentId }: { agentId: number }) => {
  const [tab, setTab] = useState('shops');
  const entries = useEntries(agentId);
  const open = (shopId: number) => {
    entries.set({ shopId: String(shopId) });
    setTab('entries');
  };
  return (
    <Tabs
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'shops', label: '门店抵扣汇总', children: <Shops agentId={agentId} open={open} /> },
        { key: 'entries', label: '流水', children: <Entries agentId={agentId} search={entries} /> },
      ]}
    />
  );
};

const Sums = ({ agentId }: { agentId: number }) => {
  const { data } = useQuery({
    queryKey: [agentDeductibleApi.list.path, 'sum', agentId],
    queryFn: () => call(agentDeductibleApi.list, { agentId, limit: 1 }, { quiet: true }),
  });
  return (
    <StatStrip label="抵扣合计">
      <StatCard label="累计抵扣" value={maybeMoney(data?.sum.totalIn, '-')} unit="元" />
      <StatCard label="已清零" value={maybeMoney(data?.sum.totalOut, '-')} unit="元" />
      <StatCard label="当前余额" value={maybeMoney(data?.sum.balance, '-')} unit="元" />
    </StatStrip>
  );
};

/** 抵扣明细 of one agent: by shop, and every change of what he is owed. */
export const AgentDeductible = ({
  agent,
  close,
  clear,
}: {
  agent: AgentRow | undefined;
  close: () => void;
  clear: (agent: AgentRow) => void;
}) => {
  const may = useMay();
  return (
    <SideDrawer
      isOpen={agent !== undefined}
      close={close}
      title="抵扣明细"
      name={agent?.name}
      width="min(1080px, calc(100vw - 200px))"
      mark={agent && may(agentDeductibleApi.clear.may) && <Button onClick={() => clear(agent)}>清零抵扣</Button>}
    >
      {agent && (
        <div className="zy-agent-ded">
          <Sums agentId={agent.id} />
          <Tables agentId={agent.id} />
        </div>
      )}
    </SideDrawer>
  );
};
