import { useRef, useState, type ReactNode } from 'react';
import { LateCard } from './late-card.tsx';
import { latePart } from './late-part.ts';
import type { Reporting } from './reporting.ts';

/** What nobody needs who reports nothing. */
const part = latePart(async () => (await import('./report-form.tsx')).ReportForm);

/** Leads the eye to the report behind the card of a button, and the caret into it. */
const lookBehind = (button: HTMLButtonElement | null): void => {
  const form = button?.closest('.card')?.nextElementSibling;
  form?.scrollIntoView({ block: 'start' });
  form?.querySelector('textarea')?.focus({ preventScroll: true });
};

/** A card with a button that opens the report form behind it; without the button where the query was not recorded. */
export const ReportCard = ({
  reporting,
  isSolid = false,
  words,
  children,
}: {
  reporting: Reporting | null;
  /** The report is what is to be done now. */
  isSolid?: boolean;
  words?: string;
  children: (button: ReactNode) => ReactNode;
}) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const look = (): void => lookBehind(button.current);
  if (!reporting) return children(null);
  return (
    <>
      {children(
        <button
          ref={button}
          type="button"
          className={isSolid ? 'button solid' : 'button'}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? look() : setOpen(true))}
        >
          {words || '举报可疑商品'}
        </button>,
      )}
      {isOpen && <LateCard part={part} given={reporting} arrived={look} />}
    </>
  );
};
