import Check from 'icon:check';
import type { SectionState } from '../../../../parts/form/form-context.ts';

export interface Step {
  title: string;
  lines: readonly string[];
  /** Its line is itself what is wrong. */
  isBad: boolean;
  state: SectionState;
  /** How many things there are to mend. */
  count: number;
}

/** The steps at the left, each with what was chosen on it; they open in any order. */
export const StepThread = ({ steps, at, go }: { steps: readonly Step[]; at: number; go: (step: number) => void }) => (
  <nav aria-label="活动步骤">
    <ol className="zy-anchors zy-activity-thread">
      {steps.map(({ title, lines, state, count, isBad }, index) => (
        <li key={title} className={`zy-anchor-${state}`}>
          <button type="button" aria-current={index + 1 === at ? 'step' : undefined} onClick={() => go(index + 1)}>
            <span>
              {title}
              {lines.map((line) => (
                <small key={line} className={isBad ? 'zy-activity-thread-bad' : undefined}>
                  {line}
                </small>
              ))}
            </span>
            {state === 'done' && <Check size={14} strokeWidth={2} aria-label="已完成" />}
            {state === 'wrong' && <i aria-label="处需要处理">{count}</i>}
          </button>
        </li>
      ))}
    </ol>
  </nav>
);

/** The same on a phone: one of a list. */
export const FoldedThread = ({ steps, at, go }: { steps: readonly Step[]; at: number; go: (step: number) => void }) => (
  <div className="zy-activity-fold">
    <label>
      第 {at} 步，共 {steps.length} 步
      <select value={at} onChange={({ target }) => go(Number(target.value))} aria-label="活动步骤">
        {steps.map(({ title, count }, index) => (
          <option key={title} value={index + 1}>
            {title}
            {count > 0 ? `（${count}）` : ''}
          </option>
        ))}
      </select>
    </label>
  </div>
);
