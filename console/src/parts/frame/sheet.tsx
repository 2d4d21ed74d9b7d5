import type { ReactNode } from 'react';
import './sheet.css';

/** Head of a sheet, 44 px: title, one finding in small grey, and what stands at the right. */
export const SheetHead = ({
  title,
  finding,
  children,
}: {
  title: string;
  finding?: ReactNode;
  children?: ReactNode;
}) => (
  <header className="zy-sheet-head">
    <h2>{title}</h2>
    {finding && <small>{finding}</small>}
    {children && <div className="zy-sheet-head-end">{children}</div>}
  </header>
);

/** A white sheet with a head; its body has 16 px of air unless `isFlush` (tables, rows cut by hairlines). */
export const Sheet = ({
  title,
  finding,
  extra,
  isFlush = false,
  children,
}: {
  title?: string;
  finding?: ReactNode;
  extra?: ReactNode;
  isFlush?: boolean;
  children: ReactNode;
}) => (
  <section className="sheet zy-sheet" aria-label={title}>
    {title && (
      <SheetHead title={title} finding={finding}>
        {extra}
      </SheetHead>
    )}
    {isFlush ? children : <div className="zy-sheet-body">{children}</div>}
  </section>
);
