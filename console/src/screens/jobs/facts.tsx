import type { ReactNode } from 'react';
import './jobs.css';

/** Facts of one job: labels in grey above their values. */
export const Facts = ({ items }: { items: readonly { label: string; value: ReactNode }[] }) => (
  <dl className="zy-job-facts">
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === '' || value === null || value === undefined ? '-' : value}</dd>
      </div>
    ))}
  </dl>
);
