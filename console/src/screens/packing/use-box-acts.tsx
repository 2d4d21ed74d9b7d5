import { BoxState, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newKey } from '../../lib/new-key.ts';
import { useAct } from '../../parts/feedback/use-act.ts';
import { countText } from '../../parts/format/numbers.ts';
import type { Act } from '../../parts/list/acts.tsx';
import { BoxLabels } from './box-labels.tsx';
import { packingChanges } from './packing-changes.ts';

type Box = Omit<BoxRow, 'packedAt'>;

/** What can be done with a box in a list, and the dialogs that it needs. */
export const useBoxActs = () => {
  const navigate = useNavigate();
  const [printed, print] = useState<readonly Box[]>([]);
  const seal = useAct(packingApi.seal, { done: '封箱成功', refresh: packingChanges });
  const sealMany = useAct(packingApi.sealMany, { done: '封箱成功', refresh: packingChanges });
  const dissolve = useAct(packingApi.dissolve, { done: '操作成功', refresh: packingChanges });
  const append = ({ code, level }: Box): Act => ({
    label: '追加装入',
    may: level === Level.box ? packingApi.alone.may : packingApi.box.may,
    run: () => navigate(`/identity/packManager/${level === Level.box ? 'alone' : 'box'}?code=${code}`),
  });
  const of = (row: Box): Act[] => [
    ...(row.boxState === BoxState.empty || row.boxState === BoxState.packing ? [append(row)] : []),
    ...(row.boxState === BoxState.packing || row.boxState === BoxState.full
      ? [{ label: '封箱', may: packingApi.seal.may, run: () => seal({ code: row.code }) }]
      : []),
    { label: '打印箱标', may: packingApi.print.may, run: () => print([row]) },
    { label: '日志', may: packLogApi.list.may, run: () => navigate(`/identity/packLogManager?code=${row.code}`) },
    {
      label: '改绑整箱',
      may: codeOpApi.update.may,
      run: () => navigate(`/identity/batchManager/update?box=${row.code}`),
    },
    ...(row.childCnt > 0
      ? [
          {
            label: '拆散',
            may: packingApi.dissolve.may,
            destructive: true,
            confirm: `确定拆散箱${row.code}？箱内${countText(row.childCnt)}个下级将全部释放`,
            run: () => dissolve({ code: row.code }),
          },
        ]
      : []),
  ];
  return {
    of,
    print,
    sealAll: (rows: readonly Box[]) => sealMany({ codes: rows.map(({ code }) => code), idemKey: newKey() }),
    dialogs: <BoxLabels boxes={printed} close={() => print([])} />,
  };
};
