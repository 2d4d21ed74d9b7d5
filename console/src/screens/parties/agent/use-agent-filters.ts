import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { AgentLevel, AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useChannelFilter, useSalesmanFilter } from '../class-inputs.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';

/** Filters of the list of agents; as a tree only the firm can be chosen, whose branches are then all there. */
export const useAgentFilters = ({ isTree }: { isTree: boolean }) => {
  const firm = useFirmFilter();
  const above = useAgentFilter('pid', '上级');
  const channel = useChannelFilter('channelId');
  const salesman = useSalesmanFilter('salesmanId');
  if (isTree) return firm;
  return [
    ...firm,
    textFilter('keywords', '经销商', '名称、编号或电话'),
    above,
    selectFilter('level', '级别', AgentLevel),
    selectFilter('agentType', '类型', AgentType),
    regionFilter('regionCode', '授权区域'),
    channel,
    salesman,
    selectFilter('status', '状态', Enabled),
    dateFilter('dateLimit', '创建时间'),
  ];
};
