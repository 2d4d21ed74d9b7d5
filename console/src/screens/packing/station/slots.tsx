import type { StationBox } from '@zhuiyuan/contract/packing/packing';
import { clockText } from '@zhuiyuan/contract/kit/clock';
import { Progress } from 'antd';
import Check from 'icon:check';
import X from 'icon:x';
import { CodeText } from '../../../parts/format/code.tsx';
import type { Waiting } from './use-station.ts';

/** Above this a ring says how full the box is, with the codes that wait beside it. */
const mostSlots = 60;

const lastGroup = (code: string): string => code.slice(-4);

/** A place in the box for each code: those in it, those that wait, the next one, and the free ones. */
export const Slots = ({
  box,
  waiting,
  remove,
}: {
  box: StationBox | undefined;
  waiting: readonly Waiting[];
  remove: (codeId: number) => void;
}) => {
  const capacity = box?.capacity ?? 0;
  const before = box?.childCnt ?? 0;
  if (!box || capacity === 0) return <div className="zy-station-slots" />;
  const has = before + waiting.length;
  if (capacity > mostSlots)
    return (
      <div className="zy-station-ring">
        <Progress
          type="circle"
          percent={Math.min(100, (has / capacity) * 100)}
          format={() => `${has}/${capacity}`}
          size={180}
        />
        {waiting.length > 0 && (
          <ol className="zy-station-scanned" tabIndex={0} aria-label="待提交的编码">
            {waiting
              .map((one, at) => ({ ...one, nth: before + at + 1 }))
              .reverse()
              .map(({ codeId, code, error, nth }) => (
                <li key={codeId} className={error ? 'zy-station-wrong' : undefined}>
                  <i>{nth}</i>
                  <CodeText code={code} />
                  <button
                    type="button"
                    className="zy-link"
                    aria-label={`移除第 ${nth} 个 ${code}`}
                    onClick={() => remove(codeId)}
                  >
                    移除
                  </button>
                  {error && <small>{error}</small>}
                </li>
              ))}
          </ol>
        )}
      </div>
    );
  const perRow = capacity <= 12 ? 6 : capacity <= 24 ? 8 : 12;
  return (
    <ol className="zy-station-slots" style={{ ['--per-row' as string]: perRow }}>
      {Array.from({ length: capacity }, (_, at) => {
        const one = waiting[at - before];
        if (at < before)
          return (
            <li key={at} className="zy-slot zy-slot-in">
              <b>{at + 1}</b>
              <Check size={16} strokeWidth={2} aria-hidden="true" />
              <span>已在箱内</span>
            </li>
          );
        if (one)
          return (
            <li
              key={at}
              className={one.error ? 'zy-slot zy-slot-bad' : 'zy-slot zy-slot-in'}
              title={one.error ?? one.code}
            >
              <b>{at + 1}</b>
              {one.error ? (
                <X size={16} strokeWidth={2} aria-hidden="true" />
              ) : (
                <Check size={16} strokeWidth={2} aria-hidden="true" />
              )}
              <button type="button" aria-label={`移除第 ${at + 1} 个 ${one.code}`} onClick={() => remove(one.codeId)}>
                {lastGroup(one.code)}
              </button>
              <small>{one.error ?? clockText(one.at)}</small>
            </li>
          );
        return (
          <li key={at} className={at === has ? 'zy-slot zy-slot-next' : 'zy-slot'}>
            <b>{at + 1}</b>
            {at === has && <span>待扫</span>}
          </li>
        );
      })}
    </ol>
  );
};
