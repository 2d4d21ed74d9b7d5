import { agentApi } from '@zhuiyuan/contract/parties/agent';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, Tree } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { BlockFailed } from '../../parts/block-failed.tsx';
import './agents.css';

interface Node {
  key: number;
  title: ReactNode;
  isLeaf: boolean;
  children?: Node[];
}

const read = async (pid: number, firmId: number | undefined): Promise<Node[]> => {
  const rows = await call(agentApi.tree, { pid, firmId }, { quiet: true });
  return rows.map(({ id, name, status, belowCount }) => ({
    key: id,
    isLeaf: belowCount === 0,
    title: (
      <span className="zy-agent-node" title={name}>
        <span className={status === 1 ? 'zy-cut zy-zero' : 'zy-cut'}>{name}</span>
        {belowCount > 0 && <small>{belowCount}</small>}
      </span>
    ),
  }));
};

const withChildren = (nodes: Node[], key: number, children: Node[]): Node[] =>
  nodes.map((node) => {
    if (node.key === key) return { ...node, children };
    return node.children ? { ...node, children: withChildren(node.children, key, children) } : node;
  });

/** Dealers beside their list, each branch read when it is opened; picking one shows him and everybody below. */
export const AgentSideTree = ({
  firmId,
  value,
  pick,
}: {
  firmId: number | undefined;
  value: number | undefined;
  pick: (id: number | undefined) => void;
}) => {
  const client = useQueryClient();
  const [nodes, setNodes] = useState<Node[]>();
  const [open, setOpen] = useState<number[]>([]);
  const top = useQuery({ queryKey: [agentApi.tree.path, firmId], queryFn: () => read(0, firmId) });
  // a change anywhere in the tree begins it anew, with the same branches closed
  useEffect(() => {
    setNodes(top.data);
    setOpen([]);
  }, [top.data]);
  const load = async ({ key }: { key: number }) => {
    const children = await client.fetchQuery({
      queryKey: [agentApi.tree.path, firmId, key],
      queryFn: () => read(key, firmId),
    });
    setNodes((before) => before && withChildren(before, key, children));
  };
  return (
    <aside className="zy-agent-side" aria-label="经销商树">
      <button
        type="button"
        className={value === undefined ? 'zy-agent-all zy-agent-all-on' : 'zy-agent-all'}
        onClick={() => pick(undefined)}
      >
        全部经销商
      </button>
      {top.error && <BlockFailed error={top.error} retry={top.refetch} />}
      {!nodes && !top.error && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />}
      {nodes && (
        <Tree<Node>
          blockNode
          treeData={nodes}
          expandedKeys={open}
          onExpand={(keys) => setOpen(keys as number[])}
          loadData={load}
          selectedKeys={value === undefined ? [] : [value]}
          onSelect={(keys) => pick(keys[0] as number | undefined)}
          switcherIcon={<ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />}
        />
      )}
    </aside>
  );
};
