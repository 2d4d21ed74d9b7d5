import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { useQueries } from '@tanstack/react-query';
import { Input, Skeleton, Tree } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Search from 'icon:search';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useNeeded } from '../../../lib/asked-rows.ts';
import { useClassList, type ClassEntry } from '../../../lib/use-class-list.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useFinding } from '../../../parts/form/choices.ts';
import { useSize } from '../../../parts/frame/use-size.ts';
import './agents.css';

type Branch = DataOf<typeof agentApi.tree>[number];

interface Node {
  key: number;
  title: ReactNode;
  isLeaf: boolean;
  children?: Node[];
}

const title = (name: string, isOff: boolean, note?: ReactNode) => (
  <span className="zy-agent-node" title={name}>
    <span className={isOff ? 'zy-cut zy-zero' : 'zy-cut'}>{name}</span>
    {note && <small className="zy-cut">{note}</small>}
  </span>
);

const nodesBelow = (pid: number, branches: ReadonlyMap<number, Branch[]>): Node[] =>
  (branches.get(pid) ?? []).map(({ id, name, status, belowCount }) => ({
    key: id,
    isLeaf: belowCount === 0,
    title: title(name, status === Enabled.off, belowCount > 0 && belowCount),
    children: branches.has(id) ? nodesBelow(id, branches) : undefined,
  }));

const mostFound = 100;

/** Agents whose name has the words. */
const entriesNamed = (words: string, entries: readonly ClassEntry[], firmId: number | undefined): ClassEntry[] =>
  words === ''
    ? []
    : entries
        .filter((entry) => (firmId === undefined || entry.firmId === firmId) && entry.name.includes(words))
        .slice(0, mostFound);

/** Agents in a row, each with the one above him. */
const nodesInRow = (found: readonly ClassEntry[], entries: readonly ClassEntry[]): Node[] => {
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  return found.map(({ id, name, pid, isDisabled }) => ({
    key: id,
    isLeaf: true,
    title: title(name, Boolean(isDisabled), pid ? names.get(pid) : undefined),
  }));
};

/** Agents beside their list, each branch read when it is opened; picking one shows him and everybody below. */
export const AgentSideTree = ({
  firmId,
  value,
  pick,
}: {
  firmId: number | undefined;
  value: number | undefined;
  pick: (id: number | undefined) => void;
}) => {
  const [open, setOpen] = useState<number[]>([]);
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const [ref, { height }] = useSize();
  const agents = useClassList('agent');
  const { search, isWaiting: isFinding } = useFinding(agents);
  const found = useMemo(() => entriesNamed(words, agents.all, firmId), [words, agents.all, firmId]);
  useNeeded(
    agents,
    found.flatMap(({ pid }) => pid || []),
  );
  const read = useQueries({
    queries: [0, ...open].map((pid) => ({
      queryKey: [agentApi.tree.path, firmId, pid],
      queryFn: () => call(agentApi.tree, { pid, firmId }, { quiet: true }),
    })),
    combine: (results) => ({
      branches: new Map(results.flatMap(({ data }, at) => (data ? [[[0, ...open][at] ?? 0, data]] : []))),
      failed: results.find(({ error }) => error),
    }),
  });
  const nodes = useMemo(
    () => (words ? nodesInRow(found, agents.all) : nodesBelow(0, read.branches)),
    [words, found, agents.all, read.branches],
  );
  const isWaiting = !words && !read.branches.has(0);
  return (
    <aside className="zy-agent-side" aria-label="经销商树">
      <Input
        size="small"
        prefix={<Search size={14} strokeWidth={1.6} aria-hidden="true" />}
        placeholder="搜索经销商"
        aria-label="搜索经销商"
        allowClear
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          search(target.value);
        }}
      />
      <button
        type="button"
        className={value === undefined ? 'zy-agent-all zy-agent-all-on' : 'zy-agent-all'}
        onClick={() => pick(undefined)}
      >
        全部经销商
      </button>
      {read.failed?.error && <BlockFailed error={read.failed.error} retry={() => void read.failed?.refetch()} />}
      {isWaiting && !read.failed && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />}
      {words && nodes.length === 0 && <p className="zy-agent-none">{isFinding ? '正在查找' : '没有符合的经销商'}</p>}
      <div className="zy-agent-branches" ref={ref}>
        {nodes.length > 0 && height > 0 && (
          <Tree<Node>
            blockNode
            height={height}
            treeData={nodes}
            expandedKeys={words ? [] : open}
            onExpand={(keys) => setOpen(keys as number[])}
            selectedKeys={value === undefined ? [] : [value]}
            onSelect={(keys) => pick(keys[0] as number | undefined)}
            switcherIcon={<ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />}
          />
        )}
      </div>
    </aside>
  );
};
