import type { ReactNode } from 'react';
import { Facts } from '../../../parts/format/facts.tsx';

/** What may not be edited any more, as text within a sheet of the form. */
export const ShownFacts = ({ items }: { items: readonly { label: string; value: ReactNode; isWide?: boolean }[] }) => (
  <div className="zy-activity-facts">
    <Facts items={items} isPaired />
  </div>
);
