import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';

export interface RegionItem {
  regionCode: string;
  productId: number;
}

const shownOverlaps = 3;

/** Warns of regions that other agents have already; nothing is refused. */
export const OverlapNotice = ({
  agent,
  items,
}: {
  agent: { id?: number; pid?: number; firmId?: number };
  items: readonly RegionItem[];
}) => {
  const may = useMay();
  const { data = [] } = useQuery({
    queryKey: [agentApi.regionOverlap.path, agent, items],
    queryFn: () => call(agentApi.regionOverlap, { ...agent, items: [...items] }, { quiet: true }),
    enabled: items.length > 0 && may(agentApi.regionOverlap.may),
    placeholderData: (before) => before,
  });
  if (items.length === 0 || data.length === 0) return null;
  const first = data
    .slice(0, shownOverlaps)
    .map(({ regionName, agentName }) => `区域${regionName}已授权给${agentName}`);
  return (
    <NoticeBar tone="wait">
      {first.join('；')}
      {data.length > shownOverlaps && `，等 ${data.length} 处`}
    </NoticeBar>
  );
};
