import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLatest } from '../../../lib/use-latest.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import type { Desk, Region } from '../../lib/desk.ts';

const steps = ['省份', '城市', '区县'];

/** A list of regions directly below one, `pid`. */
interface Level {
  pid: string;
  regions: Region[];
}

/** 所在地区 step by step: a list for each step, the next one beside it once the one before is chosen. `chosen` is told the code, '' until the last. */
export const RegionChoice = ({
  desk,
  first,
  isWrong,
  chosen,
}: {
  desk: Pick<Desk, 'regions'>;
  first: RefObject<HTMLSelectElement | null>;
  /** None was chosen to the end. */
  isWrong: boolean;
  chosen: (code: string) => void;
}) => {
  const [levels, setLevels] = useState<Level[]>([]);
  const [failed, setFailed] = useState<{ words: string; pid: string; step: number }>();
  const asked = useRef(0);
  const latest = useLatest(desk);
  const load = useCallback(
    async (pid: string, step: number): Promise<void> => {
      const mine = (asked.current += 1);
      try {
        const regions = await latest.current.regions(pid);
        // Another region may be chosen by now.
        if (mine !== asked.current) return;
        setLevels((before) => [...before.slice(0, step), { pid, regions }]);
        setFailed(undefined);
      } catch (error) {
        if (mine === asked.current) setFailed({ words: reasonOf(error), pid, step });
      }
    },
    [latest],
  );
  useLayoutEffect(() => void load('0', 0), [load]);

  const choose = (step: number, code: string): void => {
    const region = levels[step]!.regions.find((one) => one.code === code);
    asked.current += 1;
    setLevels(levels.slice(0, step + 1));
    setFailed(undefined);
    chosen(region && !region.hasChildren ? region.code : '');
    if (region?.hasChildren) void load(region.code, step + 1);
  };
  return (
    <div className="p-region" role="group" aria-label="所在地区">
      {levels.map(({ pid, regions }, step) => (
        <select
          key={pid}
          ref={step === 0 ? first : undefined}
          className="input"
          aria-label={steps[step] ?? '地区'}
          aria-required
          aria-invalid={(isWrong && step === levels.length - 1) || undefined}
          onChange={(event) => choose(step, event.currentTarget.value)}
        >
          <option value="">{steps[step] ?? '请选择'}</option>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ))}
      <p className="error" role="alert">
        {failed && (
          <>
            {`${failed.words} `}
            <button type="button" className="p-link" onClick={() => void load(failed.pid, failed.step)}>
              重试
            </button>
          </>
        )}
      </p>
    </div>
  );
};
