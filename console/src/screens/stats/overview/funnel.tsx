import { countText, percentText } from '../../../parts/format/numbers.ts';

/** Steps, each as a share of the first and of the one before it; none where more came to it some other way. */
export const Funnel = ({ steps }: { steps: readonly { name: string; value: number; to?: string }[] }) => {
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <ol className="zy-over-funnel">
      {steps.map(({ name, value }, at) => {
        const before = steps[at - 1]?.value;
        return (
          <li key={name}>
            <span>{name}</span>
            <span className="zy-over-funnel-bar" aria-hidden="true">
              <b style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <strong>{countText(value)}</strong>
            <small>
              {before === undefined ? '' : before >= value && before > 0 ? percentText(value / before) : '—'}
            </small>
          </li>
        );
      })}
    </ol>
  );
};
