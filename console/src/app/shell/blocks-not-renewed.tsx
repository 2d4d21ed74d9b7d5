import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { dayjs } from '../../parts/format/dayjs.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { saidOf } from '../../lib/said-of.ts';
import { saysItselfOld } from '../../lib/query-client.ts';

const isOld = (query: Query): boolean =>
  query.state.status === 'error' && query.state.data !== undefined && !query.meta?.[saysItselfOld] && query.isActive();

const oldestOf = (client: QueryClient): Query | undefined =>
  client
    .getQueryCache()
    .findAll({ predicate: isOld })
    .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)[0];

/** Over figures, trees and blocks that could not be asked for again: why, and of when they are. Lists say it over their rows. */
export const BlocksNotRenewed = () => {
  const client = useQueryClient();
  const oldest = useSyncExternalStore(
    useCallback((told) => client.getQueryCache().subscribe(notifyManager.batchCalls(told)), [client]),
    () => oldestOf(client),
  );
  if (!oldest?.state.error) return null;
  const renew = () => client.refetchQueries({ predicate: isOld });
  return (
    <div className="shell-notice">
      <NoticeBar tone="wait" link={{ text: '重新加载', run: () => void renew() }}>
        没有更新成功：{saidOf(oldest.state.error)}。下面有 {dayjs(oldest.state.dataUpdatedAt).format('HH:mm:ss')}{' '}
        的内容，恢复后自动更新
      </NoticeBar>
    </div>
  );
};
