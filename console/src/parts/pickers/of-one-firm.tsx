import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { session } from '../../lib/session.ts';
import { useIsDirty } from '../../lib/use-dirty.ts';
import { Empty } from '../feedback/states.tsx';
import { ChoiceSelect } from '../form/choice-select.tsx';
import { askToLose } from '../form/leave.ts';
import { useOptions } from './firm-field.tsx';
import './of-one-firm.css';

/**
 * Settings that each firm has of its own: those of the operator's, or, for staff of the platform, of the firm that is chosen. Which one
 * stands in the address; what is not saved of one firm is asked about before another is shown.
 */
export const OfOneFirm = ({ text, children }: { text: string; children: (firmId: number) => ReactNode }) => {
  const own = session.use((current) => current?.admin.firmId ?? null);
  const firms = useOptions('firm');
  const [address, setAddress] = useSearchParams();
  const isDirty = useIsDirty();
  const picked = Number(address.get('firmId')) || undefined;
  const pick = async (next: number | undefined) => {
    if (!isDirty() || (await askToLose())) setAddress(next ? { firmId: String(next) } : {}, { replace: true });
  };
  const firmId = own ?? picked;
  return (
    <>
      {own === null && (
        <section className="sheet zy-one-firm" aria-label="所属企业">
          <ChoiceSelect<number>
            from={firms}
            mayFind
            aria-label="所属企业"
            placeholder="请选择所属企业"
            value={picked}
            onChange={(next: number | undefined) => void pick(next)}
          />
        </section>
      )}
      {firmId === undefined ? (
        <div className="sheet">
          <Empty title="请选择所属企业" text={text} />
        </div>
      ) : (
        children(firmId)
      )}
    </>
  );
};
