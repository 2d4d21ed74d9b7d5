import type { ReactNode } from 'react';

/** What a telephone dials; '' where there is nothing to dial. */
export const dialOf = (phone: string | null): string => phone?.replace(/[^\d+,;*#-]/g, '') ?? '';

/** Calls the firm; nothing where it has no telephone. */
export const PhoneButton = ({ phone, words }: { phone: string | null; words?: string }) => {
  const dial = dialOf(phone);
  return dial ? (
    <a className="button" href={`tel:${dial}`}>
      {words || '拨打客服'}
    </a>
  ) : null;
};

/** Telephone and report side by side; what is not possible is not shown, and with neither there is no row. */
export const Acts = ({ phone, report }: { phone: string | null; report: ReactNode }) =>
  dialOf(phone) || report ? (
    <div className="acts">
      <PhoneButton phone={phone} />
      {report}
    </div>
  ) : null;
