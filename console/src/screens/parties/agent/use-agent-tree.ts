import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import type { Search } from '../../../parts/list/use-search.ts';

/** An agent with how deep he stands in the rows shown. */
export interface AgentInTree extends AgentRow {
  depth: number;
  isOpen: boolean;
}

/** Puts the agents below the opened ones between the rows of a tree, read when one is opened first; a list keeps its rows. */
export const useAgentTree = <Q>(search: Search<Q, AgentRow>, isTree: boolean) => {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const ids = isTree ? [...open] : [];
  const loaded = useQueries({
    queries: ids.map((id) => ({
      queryKey: [agentApi.list.path, 'below', id],
      queryFn: () => call(agentApi.list, { parentId: id, limit: 9999 }),
    })),
  });
  const below = new Map(ids.map((id, at) => [id, loaded[at]?.data?.list ?? []]));
  const toRows = (rows: readonly AgentRow[], depth: number): AgentInTree[] =>
    rows.flatMap((row) => [
      { ...row, depth, isOpen: below.has(row.id) },
      ...toRows(below.get(row.id) ?? [], depth + 1),
    ]);
  const toggle = (id: number) =>
    setOpen((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  return { search: { ...search, rows: toRows(search.rows, 0) }, toggle };
};
