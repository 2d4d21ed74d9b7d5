import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi, agentDedApi, type AgentRow } from '@zhuiyuan/contract/parties/agent';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent-enums';
import { Button, Segmented } from 'antd';
import { ChevronDown, Network } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../lib/session.ts';
import type { Act } from '../../parts/acts.tsx';
import { useAgentFilter } from '../../parts/agent-picker.tsx';
import { BatchDelete } from '../../parts/batch-delete.tsx';
import { useChannelFilter, useSalesmanFilter } from '../../parts/class-picker.tsx';
import { acts, count, enumDot, name, text, time, type Column } from '../../parts/columns.tsx';
import { Cut } from '../../parts/cut.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { useFirmColumn, useFirmFilter } from '../../parts/firm-picker.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/filters.tsx';
import { ImportButton } from '../../parts/import-button.tsx';
import { ListScreen, type Picked } from '../../parts/list-screen.tsx';
import { May } from '../../parts/may.tsx';
import { regionFilter } from '../../parts/region-picker.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useMedia } from '../../parts/use-media.ts';
import { useSearch } from '../../parts/use-search.ts';
import { AgentBind } from './agent-bind.tsx';
import { AgentClear, useAgentClear } from './agent-clear.tsx';
import { balanceColumn, linkColumn, regionsColumn } from './agent-columns.tsx';
import { AgentDed } from './agent-ded.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { AgentMove, useAgentMove } from './agent-move.tsx';
import { AgentRegions, useAgentRegions } from './agent-regions.tsx';
import { AgentSideTree } from './agent-side-tree.tsx';
import { useStatusColumn } from './party-states.tsx';
import { useAgentTree, type AgentInTree } from './use-agent-tree.ts';
import './agents.css';

const lists = [agentApi.list, agentApi.tree];
const removePicked = (picked: Picked<AgentInTree>) => (
  <BatchDelete endpoint={agentApi.removeMany} picked={picked} refresh={lists} />
);
const views = [
  { value: 'list', label: '列表' },
  { value: 'tree', label: '树形' },
];

/** 经销商管理: the dealers of a firm as a list or as their tree, with sales regions and what they are owed. */
export const Agents = () => {
  const navigate = useNavigate();
  const may = useMay();
  const isWide = useMedia('(min-width: 1100px)');
  const [view, setView] = useState('list');
  const isTree = view === 'tree';
  const listed = useSearch(agentApi.list, { fixed: isTree ? { parentId: 0 } : {} });
  const { search, toggle } = useAgentTree(listed);
  const remove = useAct(agentApi.remove, { done: '删除成功', refresh: lists });
  const [shown, setShown] = useState<number>();
  const [owed, setOwed] = useState<AgentRow>();
  const [bound, setBound] = useState<AgentRow>();
  const regions = useAgentRegions();
  const move = useAgentMove();
  const clear = useAgentClear();
  const filters = {
    firm: useFirmFilter(),
    agent: useAgentFilter('pid', '上级'),
    channel: useChannelFilter('channelId'),
    salesman: useSalesmanFilter('salesmanId'),
  };
  const statusColumn = useStatusColumn<AgentInTree>(agentApi.updateStatus, {
    nameOf: (row) => row.name,
    ask: '停用后不能再向其发货，确定停用？',
    reload: search.reload,
  });
  const edit = (row: AgentRow) => navigate(`/identity/agentCreat/${row.id}`);
  const openShops = may('admin:identity:shop:list')
    ? (row: AgentRow) => navigate(`/identity/shopAssManager?agentId=${row.id}`)
    : undefined;

  const actsOf = (row: AgentRow): Act[] => [
    { label: '编辑', may: agentApi.update.may, run: () => edit(row) },
    {
      label: '新增下级',
      may: agentApi.save.may,
      run: () => navigate(`/identity/agentCreat?pid=${row.id}`),
      blocked: row.level === 5 ? '经销商最多5级' : undefined,
    },
    { label: '授权区域', may: agentApi.region.may, run: () => regions.open(row) },
    { label: '转移下级', may: agentApi.move.may, run: () => move.open(row) },
    { label: '抵扣明细', may: agentDedApi.list.may, run: () => setOwed(row) },
    { label: '清零抵扣', may: agentDedApi.clear.may, run: () => clear.open(row) },
    { label: '绑定账号', may: agentApi.bindQrcode.may, run: () => setBound(row) },
    {
      label: '删除',
      may: agentApi.remove.may,
      destructive: true,
      confirm: '确定删除当前数据',
      run: () => remove({ id: row.id }),
    },
  ];
  const plainName = name<AgentInTree>('name', '经销商名称', {
    least: isTree ? 280 : 196,
    open: (row) => setShown(row.id),
  });
  const columns: Column<AgentInTree>[] = [
    text('agentNo', '编号', { width: 88 }),
    isTree
      ? { ...plainName, render: (row) => <Branch row={row} open={() => setShown(row.id)} toggle={toggle} /> }
      : plainName,
    ...(isTree ? [] : [text<AgentInTree>('parentName', '上级', { width: 148 })]),
    enumDot('level', '级别', AgentLevel, { width: 60 }),
    enumDot('agentType', '类型', AgentType, { width: 64 }),
    text('contact', '联系人', { width: 76 }),
    text('phone', '电话', { width: 116 }),
    regionsColumn('授权区域'),
    text('channelName', '渠道', { width: 96 }),
    text('picName', '业务员', { width: 76 }),
    linkColumn('shopCount', '门店数', { width: 72, open: openShops }),
    count('stockQty', '在手库存', { width: 84 }),
    balanceColumn(may(agentDedApi.list.may) ? setOwed : undefined) as Column<AgentInTree>,
    ...useFirmColumn<AgentInTree>(),
    statusColumn,
    time('createTime', '创建时间'),
    acts(actsOf),
  ];
  const add = (
    <May of={agentApi.save.may}>
      <Button type="primary" onClick={() => navigate('/identity/agentCreat')}>
        新增经销商
      </Button>
    </May>
  );
  const change = (next: string) => {
    // a tree of filtered rows would miss the branches between them
    if (next === 'tree') search.set({ ...emptied(search.values), firmId: search.values.firmId });
    setView(next);
  };
  const list = (
    <ListScreen
      search={search}
      thing="经销商"
      columns={columns}
      filters={
        isTree
          ? filters.firm
          : [
              ...filters.firm,
              textFilter('keywords', '经销商', '名称、编号或电话'),
              filters.agent,
              selectFilter('level', '级别', AgentLevel),
              selectFilter('agentType', '类型', AgentType),
              regionFilter('regionCode', '授权区域'),
              filters.channel,
              filters.salesman,
              selectFilter('status', '状态', Enabled),
              dateFilter('dateLimit', '创建时间'),
            ]
      }
      buttons={
        <>
          {add}
          <ImportButton endpoint={agentApi.import} biz="agent" thing="经销商" refresh={lists} />
          <ExportButton endpoint={agentApi.export} input={search.values} total={search.total} />
          <Segmented options={views} value={view} onChange={change} aria-label="查看方式" />
        </>
      }
      batch={may(agentApi.removeMany.may) ? removePicked : undefined}
      card={{ head: 'agentNo', status: 'status', name: 'name', facts: ['level', 'contact', 'regionNames'] }}
      empty={{ icon: Network, text: '经销商按上下级成树，货发给经销商，再到门店。', action: add }}
    />
  );
  return (
    <>
      {isWide && !isTree ? (
        <div className="zy-agents">
          <AgentSideTree
            firmId={search.values.firmId ? Number(search.values.firmId) : undefined}
            value={search.values.pid ? Number(search.values.pid) : undefined}
            pick={(id) => search.set({ pid: id === undefined ? undefined : String(id) })}
          />
          {list}
        </div>
      ) : (
        list
      )}
      <AgentDetail id={shown} close={() => setShown(undefined)} />
      <AgentDed agent={owed} close={() => setOwed(undefined)} clear={clear.open} />
      <AgentBind agent={bound} close={() => setBound(undefined)} />
      <AgentRegions draft={regions} />
      <AgentMove draft={move} />
      <AgentClear draft={clear} />
    </>
  );
};

const emptied = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.keys(values).map((key) => [key, undefined]));

/** A dealer's name in the tree, with the button that opens what is below. */
const Branch = ({ row, open, toggle }: { row: AgentInTree; open: () => void; toggle: (id: number) => void }) => (
  <span className="zy-agent-branch" style={{ paddingInlineStart: row.depth * 20 }}>
    {row.childCount > 0 ? (
      <button
        type="button"
        className="zy-agent-toggle"
        aria-expanded={row.isOpen}
        aria-label={`${row.isOpen ? '收起' : '展开'}${row.name}的下级`}
        onClick={() => toggle(row.id)}
      >
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    ) : (
      <span className="zy-agent-toggle" aria-hidden="true" />
    )}
    <button type="button" className="zy-link" onClick={open}>
      <Cut>{row.name}</Cut>
    </button>
  </span>
);
