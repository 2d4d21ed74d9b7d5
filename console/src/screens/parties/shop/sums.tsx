import { countText, moneyText } from '../../../parts/format/numbers.ts';
import './shops.css';

/** What all rows of a list come to, under its toolbar: amounts in fen, counts as they are. */
export const Sums = ({ items }: { items: readonly { label: string; value: number; isCount?: boolean }[] }) => (
  <div className="zy-sums" role="status">
    {items.map(({ label, value, isCount }) => (
      <span key={label}>
        {label}
        <b>{isCount ? countText(value) : `¥${moneyText(value)}`}</b>
      </span>
    ))}
  </div>
);
