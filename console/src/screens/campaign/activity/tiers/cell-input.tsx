import { Input } from 'antd';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { isColumn } from './paste-column.ts';

/** Puts the focus into the same column of another row of the table. */
const goTo = (from: HTMLElement, column: string, row: number): boolean => {
  const next = from
    .closest('table')
    ?.querySelector<HTMLInputElement>(`input[data-column="${column}"][data-row="${row}"]`);
  next?.focus();
  next?.select();
  return next !== undefined && next !== null;
};

/**
 * A number in a cell of a table: Enter and ↓ go to the same column of the next row, ↑ to the one above, and a pasted column goes to
 * `paste`. What cannot be read is marked, and forgotten when the cell is left.
 */
export const CellInput = ({
  column,
  row,
  label,
  value,
  write,
  read,
  change,
  paste,
  placeholder,
  suffix,
}: {
  column: string;
  row: number;
  label: string;
  value: number | null;
  write: (value: number) => string;
  /** NaN for what is no value. */
  read: (typed: string) => number | null;
  change: (value: number | null) => void;
  paste?: (text: string) => void;
  placeholder?: string;
  suffix?: string;
}) => {
  const [typed, setTyped] = useState<string>();
  const isBad = typed !== undefined && Number.isNaN(read(typed));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (goTo(event.currentTarget, column, row + step)) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!paste || !isColumn(text)) return;
    event.preventDefault();
    setTyped(undefined);
    paste(text);
  };
  return (
    <Input
      className="zy-cell-input"
      data-column={column}
      data-row={row}
      aria-label={label}
      aria-invalid={isBad}
      inputMode="decimal"
      placeholder={placeholder}
      suffix={suffix}
      status={isBad ? 'error' : undefined}
      value={typed ?? (value === null ? '' : write(value))}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = read(target.value);
        if (!Number.isNaN(next)) change(next);
      }}
      onBlur={() => setTyped(undefined)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
};
