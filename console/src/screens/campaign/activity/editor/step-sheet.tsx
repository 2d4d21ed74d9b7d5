import type { ReactNode } from 'react';
import { SheetHead } from '../../../../parts/frame/sheet.tsx';

/** A sheet of a step. */
export const StepSheet = ({
  title,
  finding,
  extra,
  children,
}: {
  title: string;
  finding?: ReactNode;
  extra?: ReactNode;
  children: ReactNode;
}) => (
  <section className="sheet zy-form-section" aria-label={title}>
    <SheetHead title={title} finding={finding}>
      {extra}
    </SheetHead>
    {children}
  </section>
);
