import { noticeApi, type Notices } from '@zhuiyuan/contract/stats/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import Bell from 'icon:bell';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { NoticePanel } from './notice-panel.tsx';
import { toNoticeRows, type Seen } from './notice-rows.ts';
import './notices.css';

const freshMs = 10_000;
const mostShown = 99;

/** What ended and what waits for this person, behind a bell with the number of what has not been seen. */
export const NoticeBell = () => {
  const may = useMay();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const isAllowed = may(noticeApi.list.may);
  const key = [noticeApi.list.path];
  const { data, error, refetch } = useQuery<Notices>({
    queryKey: key,
    queryFn: () => call(noticeApi.list, {}, { quiet: true }),
    refetchInterval: freshMs,
    enabled: isAllowed,
  });
  const rows = data ? toNoticeRows(data) : [];
  const unread = rows.filter(({ isRead }) => !isRead).length;

  const markSeen = async (seen: Seen[]) => {
    if (seen.length === 0) return;
    try {
      await call(noticeApi.read, { rows: seen }, { quiet: true });
    } finally {
      await client.invalidateQueries({ queryKey: key });
    }
  };

  if (!isAllowed) return null;
  const label = unread === 0 ? '通知' : `通知，${unread} 条未读`;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      classNames={{ root: 'zy-notices' }}
      content={
        <NoticePanel
          rows={rows}
          isLoaded={data !== undefined}
          error={error}
          retry={() => void refetch()}
          markSeen={(seen) => void markSeen(seen)}
          close={() => setOpen(false)}
        />
      }
    >
      <Button
        type="text"
        className="top-icon top-bell"
        aria-label={label}
        aria-expanded={isOpen}
        icon={<Bell size={16} strokeWidth={1.6} />}
        onKeyDown={({ key: pressed }) => pressed === 'Escape' && setOpen(false)}
      >
        {unread > 0 && <span className="top-bell-count">{unread > mostShown ? `${mostShown}+` : unread}</span>}
      </Button>
    </Popover>
  );
};
