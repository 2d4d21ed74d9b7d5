import { batchApi, type OpRow } from '@zhuiyuan/contract/codes/ops/batch';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { Act } from '../../../parts/list/acts.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';

const changed = [batchApi.list, batchApi.info, identityApi.list, identityApi.info];

/** 撤销 of an activation, while it is possible. */
export const useUndo = (): ((row: OpRow) => Act[]) => {
  const undo = useAct(batchApi.undo, { refresh: changed });
  return ({ id, changedCnt, canUndo }) =>
    canUndo
      ? [
          {
            label: '撤销',
            may: batchApi.undo.may,
            confirm: `撤销后${countText(changedCnt)}个码恢复为未启用，确定撤销？`,
            run: () => undo({ opId: id }),
          },
        ]
      : [];
};
