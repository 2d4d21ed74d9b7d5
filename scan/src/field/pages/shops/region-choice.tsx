import { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { useLayoutEffect, useRef, useState } from 'react';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { openSheet } from '../../parts/sheet.tsx';

type Region = DataOf<typeof fieldShopsApi.regions>[number];
/** Finds the regions directly below one. */
export type FindRegions = (pid: string) => Promise<Region[]>;

const country = '0';

const RegionChoice = ({ find, choose }: { find: FindRegions; choose: (code: string, path: string[]) => void }) => {
  const [shown, setShown] = useState<{ path: string[]; regions: Region[] }>();
  const [failed, setFailed] = useState('');
  const asked = useRef(0);
  const load = async (pid: string, path: string[]): Promise<void> => {
    const mine = (asked.current += 1);
    try {
      const regions = await find(pid);
      if (mine === asked.current) setShown({ path, regions });
    } catch (error) {
      if (mine === asked.current) setFailed(reasonOf(error));
    }
  };
  const first = useLatest(load);
  useLayoutEffect(() => {
    void first.current(country, []);
  }, [first]);
  if (failed)
    return (
      <p className="error" role="alert">
        {failed}
      </p>
    );
  if (!shown) return null;
  const { path, regions } = shown;
  return (
    <>
      {path.length > 0 && <p className="f-text">{path.join(' ')}</p>}
      <div className="f-rows">
        {regions.map(({ code, name, hasChildren }) => (
          <button
            key={code}
            type="button"
            className="f-row"
            onClick={() => (hasChildren ? void load(code, [...path, name]) : choose(code, [...path, name]))}
          >
            <span className="f-body">
              <b>{name}</b>
            </span>
          </button>
        ))}
      </div>
    </>
  );
};

/** Chooses a region step by step, down to the district; `find` answers those directly below one. */
export const chooseRegion = (
  chosen: (code: string, name: string) => void,
  find: FindRegions = (pid) => call(fieldShopsApi.regions, { pid }),
): void =>
  void openSheet('所在地区', (close) => (
    <div>
      <RegionChoice
        find={find}
        choose={(code, path) => {
          close();
          chosen(code, path.join(''));
        }}
      />
    </div>
  ));
