import type { ReactNode } from 'react';
import { useOwnId } from '../../lib/use-own-id.ts';
import { latePart } from '../../parts/late-part.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Failure } from '../../parts/waiting.tsx';
import type * as Sheets from './sheets.tsx';
import { Skeleton } from '../parts/cards.tsx';
import { Sheet } from '../parts/sheet.tsx';

/** What is shown on sheets over a draw: nobody needs it before a draw has ended or something was pressed. */
export const sheets = latePart<typeof Sheets>(() => import('./sheets.tsx'));

/** What a sheet gives to what it shows. */
export interface Own {
  /** Of its heading. */
  titleId: string;
  close: () => void;
}

/** A sheet over a draw. Until what it shows is there, it says what it will be, or that nothing came, and asks again. */
export const LateSheet = ({
  title,
  closed,
  children,
}: {
  title: string;
  closed: () => void;
  children: (came: typeof Sheets, own: Own) => ReactNode;
}) => {
  const titleId = useOwnId();
  const { data = sheets.now(), failed, reload } = useLoaded(sheets.fetch);
  return (
    <Sheet titleId={titleId} isThere={data !== undefined} closed={closed}>
      {(close) =>
        data ? (
          children(data, { titleId, close })
        ) : (
          <>
            <h2 className="r-lost" tabIndex={-1} id={titleId}>
              {title}
            </h2>
            {failed === undefined ? <Skeleton /> : <Failure words={failed} retry={reload} />}
          </>
        )
      }
    </Sheet>
  );
};
