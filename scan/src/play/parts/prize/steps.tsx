import type { Step } from '../../lib/prize-steps.ts';

/** The way of a prize, step by step. */
export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="p-steps">
    {steps.map(({ at, title, time, note }) => (
      <li key={title} className={`p-${at}`} aria-current={at === 'here' ? 'step' : undefined}>
        <p>
          <b>{title}</b>
          {time && <time>{time}</time>}
        </p>
        {note && <p className="p-note">{note}</p>}
      </li>
    ))}
  </ol>
);
