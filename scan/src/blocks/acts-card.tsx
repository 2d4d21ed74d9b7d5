import { BlockKind, type BlockOf } from '@zhuiyuan/contract/trace/template/template-blocks';
import { Fragment } from 'react';
import { PhoneButton } from '../parts/acts.tsx';
import type { Frame } from '../parts/frame.ts';
import { ReportCard } from '../parts/report-card.tsx';
import type { Reporting } from '../parts/reporting.ts';

/** A block that brings a way to the firm. */
export type Act = BlockOf<'phone'> | BlockOf<'report'>;

/** Ways to the firm whose blocks stand beside each other, in one row. */
export const ActsCard = ({
  acts,
  scene: { phone, reporting },
  frame,
}: {
  acts: readonly Act[];
  scene: { phone: string | null; reporting: Reporting | null };
  frame: Frame;
}) => {
  const reports = acts.filter(({ kind }) => kind === BlockKind.report);
  const words = reports.map(({ title }) => title).find(Boolean);
  return (
    <ReportCard reporting={reports.length > 0 ? reporting : null} words={words}>
      {(report) => (
        <section
          className="card acts-card"
          aria-label="联系与举报"
          {...frame}
          data-block={acts.map(({ id }) => id).join(' ')}
        >
          <div className="acts">
            {acts.map((act) => (
              <Fragment key={act.id}>
                {act.kind === BlockKind.phone && <PhoneButton phone={phone} words={act.title} />}
                {act === reports[0] && report}
              </Fragment>
            ))}
          </div>
        </section>
      )}
    </ReportCard>
  );
};
