import { codeOpApi, type OpRow } from '@zhuiyuan/contract/codes/ops/code-op';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { UndoConflicts } from '@zhuiyuan/contract/codes/ops/op-undo';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { opChanges } from './op-changes.ts';
import { UndoDialog } from './undo-dialog.tsx';

/** 撤销 of an activation while it is possible, and the dialog that names the codes which stand against it and offers to leave them out. */
export const useUndo = (): { undo: (row: OpRow) => Act[]; dialog: ReactNode } => {
  const client = useQueryClient();
  const [refused, setRefused] = useState<{ opId: number; why: UndoConflicts }>();

  const take = async (opId: number, policy: number) => {
    try {
      const { ok, fail } = await call(codeOpApi.undo, { opId, policy }, { quiet: true });
      setRefused(undefined);
      toast.success(fail > 0 ? `已撤销 ${countText(ok)} 个码，${countText(fail)} 个未撤销` : '操作成功');
      await Promise.all(opChanges.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    } catch (error) {
      const why = UndoConflicts.safeParse(error instanceof ApiError ? error.data : null);
      if (!why.success) throw error;
      setRefused({ opId, why: why.data });
    }
  };

  return {
    undo: ({ id, changedCnt, canUndo }) =>
      canUndo
        ? [
            {
              label: '撤销',
              may: codeOpApi.undo.may,
              confirm: `撤销后${countText(changedCnt)}个码恢复为未启用，确定撤销？`,
              run: () => take(id, ConflictPolicy.refuse),
            },
          ]
        : [],
    dialog: refused && (
      <UndoDialog
        why={refused.why}
        close={() => setRefused(undefined)}
        leaveOut={() => take(refused.opId, ConflictPolicy.skip)}
      />
    ),
  };
};
