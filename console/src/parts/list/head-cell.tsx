import { useState, type ComponentProps, type PointerEvent } from 'react';
import { toWidth } from '../views/column-layout.ts';

/** Sets the width of a column; without it the column keeps what it has. */
export type Resize = (width: number) => void;

/** Width of a column's longest content with the padding of its cells. */
const fitOf = (head: HTMLElement): number => {
  const at = [...(head.parentElement?.children ?? [])].indexOf(head);
  const rows = head.closest('.zy-list-body')?.querySelectorAll('[data-row-key]') ?? [];
  const cells = [head, ...[...rows].map((row) => row.children[at])].filter((cell) => cell !== undefined);
  const range = document.createRange();
  const widths = cells.map((cell) => {
    range.selectNodeContents(cell);
    return Math.max(
      range.getBoundingClientRect().width,
      ...[...cell.querySelectorAll('.zy-cut')].map((cut) => cut.scrollWidth),
    );
  });
  return Math.max(...widths) + 24;
};

/** A head of the table whose right edge is dragged to another width; a double click fits what stands below it. */
export const HeadCell = ({ resize, children, ...rest }: ComponentProps<'th'> & { resize?: Resize }) => {
  const [start, setStart] = useState<{ x: number; width: number }>();
  if (!resize) return <th {...rest}>{children}</th>;
  const headOf = ({ currentTarget }: { currentTarget: EventTarget & HTMLElement }) => currentTarget.closest('th')!;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, width: headOf(event).offsetWidth });
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (start && event.clientX !== start.x) resize(toWidth(start.width + event.clientX - start.x));
    setStart(undefined);
  };
  return (
    <th {...rest}>
      {children}
      <span
        className="zy-head-edge"
        aria-hidden="true"
        onPointerDown={onPointerDown}
        onPointerMove={(event) => {
          if (start) event.currentTarget.style.translate = `${event.clientX - start.x}px`;
        }}
        onPointerUp={(event) => {
          event.currentTarget.style.translate = '';
          onPointerUp(event);
        }}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => {
          event.stopPropagation();
          resize(toWidth(fitOf(headOf(event))));
        }}
      />
    </th>
  );
};
