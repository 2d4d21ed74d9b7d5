import Check from 'icon:check';
import Minus from 'icon:minus';
import './thread.css';

/** A stage of a life-cycle. */
export interface Stage {
  name: string;
  /** When it was reached, or why it was not. */
  note?: string;
  state: 'done' | 'now' | 'ahead' | 'gone';
}

/** Stages in order on one line: green behind, the action colour here, grey and dashed ahead, a dash where it ended without effect. */
export const LifeRail = ({ stages }: { stages: readonly Stage[] }) => (
  <ol className="zy-rail" tabIndex={0} aria-label="经历">
    {stages.map((stage) => (
      <li
        key={stage.name}
        className={`zy-rail-${stage.state}`}
        aria-current={stage.state === 'now' ? 'step' : undefined}
      >
        <span className="zy-rail-node" aria-hidden="true">
          {stage.state === 'done' && <Check size={11} strokeWidth={3} />}
          {stage.state === 'gone' && <Minus size={11} strokeWidth={3} />}
        </span>
        <b>{stage.name}</b>
        {stage.note && <small>{stage.note}</small>}
      </li>
    ))}
  </ol>
);
