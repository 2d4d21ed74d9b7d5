import type { ReactNode } from 'react';
import './codes.css';

/** Facts of one thing: labels in grey, values in ink; with `isPaired` in two columns where there is room. */
export const Facts = ({
  items,
  isPaired = false,
}: {
  items: readonly { label: string; value: ReactNode; isWide?: boolean }[];
  isPaired?: boolean;
}) => (
  <dl className={isPaired ? 'zy-codes-facts zy-codes-facts-paired' : 'zy-codes-facts'}>
    {items.map(({ label, value, isWide }) => (
      <div key={label} className={isWide ? 'zy-codes-fact-wide' : undefined}>
        <dt>{label}</dt>
        <dd>{value === '' || value === null || value === undefined ? '-' : value}</dd>
      </div>
    ))}
  </dl>
);
