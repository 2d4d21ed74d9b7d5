import type { ReactNode } from 'react';
import './codes.css';

/** What there is to show, or a dash where there is nothing. */
export const orDash = (value: ReactNode): ReactNode =>
  value === '' || value === null || value === undefined ? '-' : value;

/** Facts of one thing: labels in grey, values in ink; with `isPaired` in two columns where there is room. */
export const Facts = ({
  items,
  isPaired = false,
  className = 'zy-codes-facts',
}: {
  items: readonly { label: string; value: ReactNode; isWide?: boolean }[];
  isPaired?: boolean;
  className?: string;
}) => (
  <dl className={isPaired ? `${className} zy-codes-facts-paired` : className}>
    {items.map(({ label, value, isWide }) => (
      <div key={label} className={isWide ? 'zy-codes-fact-wide' : undefined}>
        <dt>{label}</dt>
        <dd>{orDash(value)}</dd>
      </div>
    ))}
  </dl>
);
