import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { AgentLevel, AgentType, deepestLevel } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { acts, count, enumDot, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { useFirmColumn } from '../../../parts/pickers/firm-field.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { AgentBranch } from './agent-branch.tsx';
import { balanceColumn, linkColumn, regionsColumn } from '../party-columns.tsx';
import type { AgentInTree } from './use-agent-tree.ts';

/** What can be opened for one agent beside the list. */
export interface AgentPanels {
  show: (row: AgentRow) => void;
  regions: (row: AgentRow) => void;
  move: (row: AgentRow) => void;
  owed: (row: AgentRow) => void;
  clear: (row: AgentRow) => void;
  bind: (row: AgentRow) => void;
}

const refresh = [agentApi.tree];

/** What can be done with agents beside their list; the form is a page of its own. */
export const useAgentCrud = () => useCrud(agentApi, { page: '/identity/agentCreat', refresh });
type AgentCrud = ReturnType<typeof useAgentCrud>;

const useAgentActs = (panels: AgentPanels, crud: AgentCrud): ((row: AgentRow) => Act[]) => {
  const navigate = useNavigate();
  return (row) => [
    crud.editAct(row),
    {
      label: '新增下级',
      may: agentApi.save.may,
      run: () => navigate(`/identity/agentCreat?pid=${row.id}`),
      blocked: row.level === deepestLevel ? `经销商最多${deepestLevel}级` : undefined,
    },
    { label: '授权区域', may: agentApi.region.may, run: () => panels.regions(row) },
    { label: '转移下级', may: agentApi.move.may, run: () => panels.move(row) },
    { label: '抵扣明细', may: agentDeductibleApi.list.may, run: () => panels.owed(row) },
    { label: '清零抵扣', may: agentDeductibleApi.clear.may, run: () => panels.clear(row) },
    { label: '绑定账号', may: agentApi.bindQrcode.may, run: () => panels.bind(row) },
    crud.removeAct(row),
  ];
};

/** Columns of the list of agents; as a tree the name is set in by its level and opens what is below. */
export const useAgentColumns = ({
  isTree,
  toggle,
  crud,
  panels,
}: {
  isTree: boolean;
  toggle: (id: number) => void;
  crud: AgentCrud;
  panels: AgentPanels;
}): Column<AgentInTree>[] => {
  const navigate = useNavigate();
  const may = useMay();
  const toActs = useAgentActs(panels, crud);
  const firmColumn = useFirmColumn<AgentInTree>();
  const openShops = may('admin:identity:shop:list')
    ? (row: AgentRow) => navigate(`/identity/shopAssManager?agentId=${row.id}`)
    : undefined;
  const plainName = name<AgentInTree>('name', '经销商名称', { least: isTree ? 280 : 196, open: panels.show });
  return [
    text('agentNo', '编号', { width: 88 }),
    isTree
      ? { ...plainName, render: (row) => <AgentBranch row={row} open={() => panels.show(row)} toggle={toggle} /> }
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
    balanceColumn(may(agentDeductibleApi.list.may) ? panels.owed : undefined) as Column<AgentInTree>,
    ...firmColumn,
    crud.statusColumn((row) => row.name, '停用后不能再向其发货，确定停用？') as Column<AgentInTree>,
    time('createTime', '创建时间'),
    acts(toActs),
  ];
};
