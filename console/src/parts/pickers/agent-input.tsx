import { idsBelow, toTree, type Branch } from '@zhuiyuan/contract/kit/tree';
import { TreeSelect } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useClassList, type ClassEntry } from '../../lib/use-class-list.ts';
import { toldApart, useFirmNames } from '../form/told-apart.ts';
import { nameOfChosen, toChoices, useFinding } from '../form/choices.ts';
import { selectFilter, type Filter, type FilterControl } from '../list/filters.tsx';
import { useOptions } from './firm-field.tsx';
import { clearable } from '../form/clearable.tsx';
import { useLeftByTab } from '../form/choice-select.tsx';
import '../form/pick-popup.css';

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}

const wordsOf = ({ name, isDisabled }: ClassEntry, mayBeOff: boolean): string =>
  isDisabled && !mayBeOff ? `${name}（停用）` : name;

const nodesOf = (branches: readonly Branch<ClassEntry & { pid: number }>[], mayBeOff: boolean): Node[] =>
  branches.map(({ child, ...entry }) => ({
    value: entry.id,
    title: wordsOf(entry, mayBeOff),
    disabled: Boolean(entry.isDisabled) && !mayBeOff,
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
  const picked = useClassList('agent');
  const { all } = picked;
  const firmNameOf = useFirmNames();
  const nodes = useMemo(() => {
    const offered = all.filter((entry) => firmId === undefined || entry.firmId === firmId);
    const names = toldApart(
      offered.map((entry) => ({ label: entry.name, firmId: entry.firmId })),
      firmNameOf,
    );
    const rows = offered.map((entry, at) => ({ ...entry, name: names[at]!, pid: entry.pid ?? 0 }));
    const left = without ? idsBelow(rows, without).add(without) : new Set<number>();
    return nodesOf(toTree(rows.filter(({ id }) => !left.has(id))), mayBeOff);
  }, [all, firmId, without, mayBeOff, firmNameOf]);
  return { nodes, choices: toChoices(picked, (entry) => wordsOf(entry, mayBeOff)) };
};

type Agents = ReturnType<typeof useAgents>;

/** How a tree is searched: by names, and by what the server finds where it has more agents than it answered first. */
const useTreeSearch = ({ choices: { picked } }: Agents, chosen: readonly number[]) => {
  const { search, isWaiting, matches } = useFinding(picked, chosen);
  return {
    showSearch: picked.isPartial
      ? {
          onSearch: search,
          filterTreeNode: (text: string, node: object) => {
            const { title, value } = node as Node;
            return matches(text, title, value);
          },
        }
      : { treeNodeFilterProp: 'title' },
    notFoundContent: isWaiting ? '正在查找' : '没有经销商',
  };
};

/** A chosen agent, as the tree takes him. */
interface Chosen {
  value: number;
  label: string;
}

interface AgentTreeProps {
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
  agents: Agents;
  placeholder?: string;
  disabled?: boolean;
  prefix?: ReactNode;
  label?: string;
}

const smallTree = 30;

const AgentTree = ({ value, onChange, agents, label, ...rest }: AgentTreeProps) => {
  const { nodes, choices } = agents;
  const search = useTreeSearch(agents, value === undefined ? [] : [value]);
  return (
    <TreeSelect<Chosen, Node>
      {...rest}
      {...search}
      className="zy-full"
      treeData={nodes}
      aria-label={label}
      allowClear={clearable}
      treeDefaultExpandAll={nodes.length <= smallTree}
      classNames={{ popup: { root: 'zy-pick-popup' } }}
      labelInValue
      value={value === undefined ? undefined : { value, label: nameOfChosen(choices, value) }}
      onChange={(picked: Chosen | undefined) => onChange?.(picked?.value)}
    />
  );
};

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
  <AgentTree {...rest} agents={useAgents({ firmId, without })} value={value || undefined} placeholder={placeholder} />
);

/** Several agents of the tree, of one firm where it is known, each for himself: those below one are not ticked with him. */
export const AgentsInput = ({
  value,
  onChange,
  firmId,
}: {
  value: number[];
  onChange: (ids: number[]) => void;
  firmId?: number;
}) => {
  const agents = useAgents({ firmId, mayBeOff: true });
  const { nodes, choices } = agents;
  const search = useTreeSearch(agents, value);
  const { onInputKeyDown: onKeyDown, ...held } = useLeftByTab();
  return (
    <TreeSelect<Chosen[], Node>
      {...search}
      {...held}
      onKeyDown={onKeyDown}
      className="zy-full"
      classNames={{ popup: { root: 'zy-pick-popup' } }}
      treeData={nodes}
      aria-label="经销商"
      placeholder="请选择经销商"
      multiple
      treeCheckable
      treeCheckStrictly
      treeDefaultExpandAll={nodes.length <= smallTree}
      value={value.map((id) => ({ value: id, label: nameOfChosen(choices, id) }))}
      onChange={(picked) => onChange(picked.map((each) => each.value))}
    />
  );
};

const AgentControl = ({ label, value, set, firmId }: FilterControl & { firmId: number | undefined }) => (
  <AgentTree
    agents={useAgents({ firmId, mayBeOff: true })}
    value={value ? Number(value) : undefined}
    onChange={(id) => set(id ? String(id) : undefined)}
    placeholder="全部"
    label={label}
    prefix={<span className="zy-filter-label">{label}</span>}
  />
);

/** Filter by an agent, with everybody below him; by the agents of one firm where it is known. */
export const useAgentFilter = <N extends string>(name: N, label = '经销商', firmId?: number): Filter<N> => {
  const agents = useOptions('agent');
  return {
    ...selectFilter(name, label, agents),
    control: (props) => <AgentControl {...props} firmId={firmId} />,
  };
};
