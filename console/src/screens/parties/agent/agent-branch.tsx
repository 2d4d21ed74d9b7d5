import ChevronDown from 'icon:chevron-down';
import { Cut } from '../../../parts/format/cut.tsx';
import type { AgentInTree } from './use-agent-tree.ts';
import './agents.css';

/** An agent's name in the tree, with the button that opens what is below. */
export const AgentBranch = ({
  row,
  open,
  toggle,
}: {
  row: AgentInTree;
  open: () => void;
  toggle: (id: number) => void;
}) => (
  <span className="zy-agent-branch" style={{ paddingInlineStart: row.depth * 20 }}>
    {row.childCount > 0 ? (
      <button
        type="button"
        className="zy-agent-toggle"
        aria-expanded={row.isOpen}
        aria-label={`${row.isOpen ? '收起' : '展开'}${row.name}的下级`}
        onClick={() => toggle(row.id)}
      >
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    ) : (
      <span className="zy-agent-toggle" aria-hidden="true" />
    )}
    <button type="button" className="zy-link" onClick={open}>
      <Cut>{row.name}</Cut>
    </button>
  </span>
);
