import { dayjs } from '../format/dayjs.ts';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import type { Search } from './use-rows.ts';

/** Over rows that could not be asked for again: why, and of when they are. */
export const NotRenewed = ({ search }: { search: Pick<Search, 'error' | 'rows' | 'updatedAt' | 'reload'> }) =>
  search.error && search.rows.length > 0 ? (
    <NoticeBar tone="wait" link={{ text: '重新加载', run: search.reload }}>
      没有更新成功：{search.error.message}。下面是 {dayjs(search.updatedAt).format('HH:mm:ss')} 的内容，恢复后自动更新
    </NoticeBar>
  ) : null;
