import { idsBelow, toTree, type Branch } from '@zhuiyuan/contract/kit/tree';
import { TreeSelect } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useClassList, type ClassEntry } from '../../lib/use-class-list.ts';
import type { Filter, FilterControl } from '../list/filters.tsx';

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}

const nodesOf = (branches: readonly Branch<ClassEntry & { pid: number }>[], mayBeOff: boolean): Node[] =>
  branches.map(({ id, name, isDisabled, child }) => ({
    value: id,
    title: isDisabled && !mayBeOff ? `${name}（停用）` : name,
    disabled: Boolean(isDisabled) && !mayBeOff,
    children: nodesOf(child, mayBeOff),
  }));

/** The agents one may pick from: of one firm where it is known, without one agent and everybody below him. */
const useAgents = ({
  firmId,
  without,
  mayBeOff = false,
}: {
  firmId?: number;
  without?: number;
  mayBeOff?: boolean;
}) => {
  const entries = useClassList('agent');
  return useMemo(() => {
    const rows = entries
      .filter((entry) => firmId === undefined || entry.firmId === firmId)
      .map((entry) => ({ ...entry, pid: entry.pid ?? 0 }));
    const left = without ? idsBelow(rows, without).add(without) : new Set<number>();
    return nodesOf(toTree(rows.filter(({ id }) => !left.has(id))), mayBeOff);
  }, [entries, firmId, without, mayBeOff]);
};

interface AgentTreeProps {
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
  nodes: Node[];
  placeholder?: string;
  disabled?: boolean;
  prefix?: ReactNode;
  label?: string;
}

const smallTree = 30;

const AgentTree = ({ onChange, nodes, label, ...rest }: AgentTreeProps) => (
  <TreeSelect
    {...rest}
    className="zy-full"
    treeData={nodes}
    aria-label={label}
    allowClear
    showSearch={{ treeNodeFilterProp: 'title' }}
    treeDefaultExpandAll={nodes.length <= smallTree}
    popupMatchSelectWidth={280}
    notFoundContent="没有经销商"
    onChange={(picked: number | undefined) => onChange?.(picked)}
  />
);

/** One agent of the tree; the draft keeps his number. Goes into an `OwnField`. */
export const AgentInput = ({
  firmId,
  without,
  value,
  placeholder = '请选择经销商',
  ...rest
}: {
  /** Firm of the row; without it agents of every firm one sees. */
  firmId?: number;
  /** Leaves out this agent and everybody below him. */
  without?: number;
  id?: string;
  value?: number | null;
  onChange?: (id: number | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
}) => (
  <AgentTree {...rest} nodes={useAgents({ firmId, without })} value={value || undefined} placeholder={placeholder} />
);

/** Several agents of the tree, each for himself: those below one are not ticked with him. */
export const AgentsInput = ({ value, onChange }: { value: number[]; onChange: (ids: number[]) => void }) => {
  const nodes = useAgents({ mayBeOff: true });
  return (
    <TreeSelect
      className="zy-full"
      treeData={nodes}
      aria-label="经销商"
      placeholder="请选择经销商"
      multiple
      treeCheckable
      treeCheckStrictly
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={nodes.length <= smallTree}
      notFoundContent="没有经销商"
      value={value.map((id) => ({ value: id }))}
      onChange={(picked: { value: number }[]) => onChange(picked.map((each) => each.value))}
    />
  );
};

const AgentControl = ({ label, value, set, firmId }: FilterControl & { firmId: number | undefined }) => (
  <AgentTree
    nodes={useAgents({ firmId, mayBeOff: true })}
    value={value ? Number(value) : undefined}
    onChange={(id) => set(id ? String(id) : undefined)}
    placeholder="全部"
    label={label}
    prefix={<span className="zy-filter-label">{label}</span>}
  />
);

/** Filter by an agent, with everybody below him; by the agents of one firm where it is known. */
export const useAgentFilter = <N extends string>(name: N, label = '经销商', firmId?: number): Filter<N> => {
  const entries = useClassList('agent');
  return {
    name,
    label,
    control: (props) => <AgentControl {...props} firmId={firmId} />,
    words: (id) => entries.find((entry) => String(entry.id) === id)?.name ?? id,
  };
};
