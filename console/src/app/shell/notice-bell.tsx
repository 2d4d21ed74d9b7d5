import { homeApi } from '@zhuiyuan/contract/stats/home';
import { Badge, Button, Tooltip } from 'antd';
import { Bell } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import { useBlock } from '../../parts/feedback/use-block.ts';
import { homePath } from '../../screens/stats/routes.ts';

/** How many things wait for this person; leads to their list on the first page. Only for those who may read it. */
export const NoticeBell = () => {
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const { data } = useBlock(homeApi.todo, {});
  const waiting = Object.values(data ?? {}).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const label = waiting === 0 ? '没有待办' : `${waiting} 项待办`;
  return (
    <Tooltip title={label}>
      <Badge count={waiting} size="small" offset={isNarrow ? [-12, 12] : [-6, 6]}>
        <Button
          type="text"
          className="top-icon"
          aria-label={label}
          icon={<Bell size={16} strokeWidth={1.6} />}
          onClick={() => navigate(homePath)}
        />
      </Badge>
    </Tooltip>
  );
};
