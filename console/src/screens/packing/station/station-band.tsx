import CircleCheck from 'icon:circle-check';
import CircleX from 'icon:circle-x';
import Clock3 from 'icon:clock-3';
import ScanLine from 'icon:scan-line';
import { CodeText, TextWithCodes } from '../../../parts/format/code.tsx';
import type { Band } from './use-station.ts';

const icons = { idle: ScanLine, good: CircleCheck, bad: CircleX, wait: Clock3 } as const;

/** What came of the last scan, to be read from two metres; a refusal says what to do with the item. */
export const StationBand = ({ band }: { band: Band }) => {
  const Icon = icons[band.tone];
  return (
    <div className={`zy-station-band zy-station-${band.tone}`} role={band.tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={44} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <b>{band.title}</b>
        {band.code && <CodeText code={band.code} />}
        {band.text && (
          <p>
            <TextWithCodes text={band.text} />
          </p>
        )}
      </div>
      {band.hint && <small>{band.hint}</small>}
    </div>
  );
};
