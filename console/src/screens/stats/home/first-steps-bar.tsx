import type { First } from './use-first-steps.ts';
import { stepsOf } from './steps-of.ts';

/** One row above the figures: how many steps are done and which is next, or that only the first scan is missing. */
export const FirstStepsBar = ({ first }: { first: Extract<First, { state: 'folded' | 'waiting' }> }) => {
  if (first.state === 'waiting')
    return (
      <section className="sheet zy-steps-bar" aria-label="开通清单">
        <span>全部完成，第一次扫码会出现在这里</span>
      </section>
    );
  const steps = stepsOf(first.facts);
  const next = steps.find(({ isDone }) => !isDone)?.title;
  return (
    <section className="sheet zy-steps-bar" aria-label="开通清单">
      <span>
        {steps.filter(({ isDone }) => isDone).length} / {steps.length} 步，下一步：{next}
      </span>
      <button type="button" className="zy-link" onClick={first.unfold}>
        展开清单
      </button>
    </section>
  );
};
