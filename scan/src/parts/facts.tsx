import type { ReactNode } from 'react';

/** One line of facts: what it is, and what it says. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
