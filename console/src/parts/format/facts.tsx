import type { ReactNode } from 'react';
import './codes.css';

/** What there is to show, or a dash where there is nothing. */
const orDash = (value: ReactNode): ReactNode => (value === '' || value === null || value === undefined ? '-' : value);

/** Facts of one thing, the one layout of all details: labels in grey, values in ink below each other; with `isPaired` in two columns where there is room. */
export const Facts = ({
  items,
  isPaired = false,
}: {
  items: readonly { key?: string; label: string; value: ReactNode; isWide?: boolean }[];
  isPaired?: boolean;
}) => (
  <dl className={isPaired ? 'zy-codes-facts zy-codes-facts-paired' : 'zy-codes-facts'}>
    {items.map(({ key, label, value, isWide }) => (
      <div key={key ?? label} className={isWide ? 'zy-codes-fact-wide' : undefined}>
        <dt>{label}</dt>
        <dd>{orDash(value)}</dd>
      </div>
    ))}
  </dl>
);
