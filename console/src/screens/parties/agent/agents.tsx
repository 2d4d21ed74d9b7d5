import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { Button, Segmented } from 'antd';
import Network from 'icon:network';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { BatchSwitch } from '../../../parts/list/batch-switch.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { useMedia } from '../../../parts/frame/use-media.ts';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { BatchAssign } from '../batch-assign.tsx';
import { AgentBind } from './agent-bind.tsx';
import { AgentClear, useAgentClear } from './agent-clear.tsx';
import { AgentDeductible } from './agent-deductible.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { AgentMove, useAgentMove } from './agent-move.tsx';
import { AgentRegions, useAgentRegions } from './agent-regions.tsx';
import { AgentSideTree } from './agent-side-tree.tsx';
import { useAgentColumns, useAgentCrud } from './use-agent-columns.tsx';
import { useAgentFilters } from './use-agent-filters.ts';
import { useAgentTree } from './use-agent-tree.ts';
import './agents.css';

const views = [
  { value: 'list', label: '列表' },
  { value: 'tree', label: '树形' },
];

/** 经销商管理: the agents of a firm as a list or as their tree, with sales regions and what they are owed. */
export const Agents = () => {
  const may = useMay();
  const navigate = useNavigate();
  const isWide = useMedia('(min-width: 1100px)');
  const [view, setView] = useState('list');
  const isTree = view === 'tree';
  const listed = useSearch(agentApi.list, { fixed: isTree ? { parentId: 0 } : {} });
  const { search, toggle } = useAgentTree(listed, isTree);
  const [shownAgent, setShownAgent] = useOpened();
  const [owed, setOwed] = useState<AgentRow>();
  const [bound, setBound] = useState<AgentRow>();
  const regions = useAgentRegions();
  const move = useAgentMove();
  const clear = useAgentClear();
  const filters = useAgentFilters({ isTree });
  const crud = useAgentCrud();
  const columns = useAgentColumns({
    isTree,
    toggle,
    crud,
    panels: {
      show: ({ id }) => setShownAgent(id),
      regions: regions.open,
      move: move.open,
      owed: setOwed,
      clear: clear.open,
      bind: setBound,
    },
  });
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
  const batch = (picked: Picked<AgentRow>) => (
    <>
      <BatchSwitch endpoint={agentApi.updateStatus} picked={picked} refresh={crud.lists} />
      <BatchAssign api={agentApi} thing="经销商" picked={picked} refresh={crud.lists} />
      {crud.batch?.(picked)}
    </>
  );
  const list = (
    <ListScreen
      search={search}
      thing="经销商"
      beside={isWide && !isTree ? 244 : 0}
      columns={columns}
      filters={filters}
      buttons={
        <>
          {add}
          <ImportButton endpoint={agentApi.import} biz="agent" thing="经销商" refresh={crud.lists} />
          <ExportButton biz="agent" endpoint={agentApi.export} input={search.values} />
          <Segmented options={views} value={view} onChange={change} aria-label="查看方式" />
        </>
      }
      batch={
        may({ any: [agentApi.updateStatus, agentApi.assign, agentApi.removeMany].map((one) => String(one.may)) })
          ? batch
          : undefined
      }
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
      <AgentDetail id={shownAgent} close={() => setShownAgent(undefined)} />
      <AgentDeductible agent={owed} close={() => setOwed(undefined)} clear={clear.open} />
      <AgentRegions draft={regions} />
      <AgentMove draft={move} />
      <AgentClear draft={clear} />
      <AgentBind agent={bound} close={() => setBound(undefined)} />
    </>
  );
};

const emptied = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.keys(values).map((key) => [key, undefined]));
