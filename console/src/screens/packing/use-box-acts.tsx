import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newKey } from '../../lib/new-key.ts';
import { confirm } from '../../lib/toast.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { countText } from '../../parts/format/numbers.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { BoxLabels } from './box-labels.tsx';
import { packingChanges } from './packing-changes.ts';
import { useReplace } from './replace-form.tsx';

/** What a list or a tree knows of a box. */
export type ActedBox = Pick<BoxRow, 'code' | 'level' | 'boxState' | 'childCnt' | 'capacity' | 'parentCode'> &
  Partial<Omit<BoxRow, 'packedAt'>>;

/** What can be done with a box in a list, and the dialogs that it needs. */
export const useBoxActs = () => {
  const navigate = useNavigate();
  const [printed, print] = useState<readonly ActedBox[]>([]);
  const seal = useAct(packingApi.seal, { done: '封箱成功', refresh: packingChanges });
  const sealMany = useAct(packingApi.sealMany, { done: '封箱成功', refresh: packingChanges });
  const dissolve = useAct(packingApi.dissolve, { done: '操作成功', refresh: packingChanges });
  const replace = useReplace();
  const append = ({ code, level }: ActedBox): Act => ({
    label: '追加装入',
    may: level === Level.box ? packingApi.alone.may : packingApi.box.may,
    run: () => navigate(`/identity/packManager/${level === Level.box ? 'alone' : 'box'}?code=${code}`),
  });
  const of = (row: ActedBox): Act[] => [
    ...(row.boxState === BoxState.empty || row.boxState === BoxState.packing ? [append(row)] : []),
    ...(row.boxState === BoxState.packing || row.boxState === BoxState.full
      ? [
          {
            label: '封箱',
            may: packingApi.seal.may,
            // Nothing more goes into a sealed box: one that is not full is asked about.
            confirm:
              row.boxState === BoxState.packing ? `当前${row.childCnt}/${row.capacity}，未满箱，确定封箱？` : undefined,
            run: () => seal({ code: row.code, idemKey: newKey() }),
          },
        ]
      : []),
    { label: '打印箱标', may: packingApi.print.may, run: () => print([row]) },
    { label: '日志', may: packLogApi.list.may, run: () => navigate(`/identity/packLogManager?code=${row.code}`) },
    {
      label: '改绑整箱',
      may: codeOpApi.update.may,
      run: () => navigate(`/identity/batchManager/update?box=${row.code}`),
    },
    ...(row.parentCode ? [{ label: '换码', may: packingApi.replace.may, run: () => replace.open(row.code) }] : []),
    ...(row.childCnt > 0
      ? [
          {
            label: '拆箱',
            may: packingApi.dissolve.may,
            destructive: true,
            confirm: `确定拆箱${row.code}？箱内${countText(row.childCnt)}个下级将全部释放`,
            run: () => dissolve({ code: row.code, idemKey: newKey() }),
          },
        ]
      : []),
  ];
  return {
    of,
    print,
    /** Answers whether it was done, or declined where some are not full. */
    sealAll: async (rows: readonly Pick<ActedBox, 'code' | 'boxState'>[]): Promise<boolean> => {
      const short = rows.filter(({ boxState }) => boxState === BoxState.packing).length;
      if (short > 0 && !(await confirm({ text: `${rows.length}箱中有${short}箱未满，确定封箱？` }))) return false;
      await sealMany({ codes: rows.map(({ code }) => code), idemKey: newKey() });
      return true;
    },
    dialogs: (
      <>
        <BoxLabels boxes={printed} close={() => print([])} />
        {replace.dialog}
      </>
    ),
  };
};
