import { codeOpApi, type OpRow } from '@zhuiyuan/contract/codes/ops/code-op';
import { opChanges } from './op-changes.ts';
import { call } from '../../../lib/call.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { takeExport } from '../../../parts/list/export-button.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';

/** 错误明细, 重试失败行 and 取消 of an operation, as far as its state allows. */
export const useOpActs = (): ((row: OpRow) => Act[]) => {
  const cancel = useAct(codeOpApi.cancel, { refresh: opChanges });
  const retry = useAct(codeOpApi.retry, { done: '提交成功', refresh: opChanges });
  return ({ id, failCnt, canCancel, canRetry }) => [
    ...(canRetry
      ? [
          {
            label: '错误明细',
            run: async () => takeExport(await call(codeOpApi.errors, { opId: id }, { quiet: true })),
          },
          {
            label: '重试失败行',
            may: codeOpApi.retry.may,
            confirm: `再次执行未成功的 ${countText(failCnt)} 个码，确定重试？`,
            run: () => retry({ opId: id }),
          },
        ]
      : []),
    ...(canCancel
      ? [
          {
            label: '取消',
            may: codeOpApi.cancel.may,
            confirm: '已执行的部分不会撤回，确定取消？',
            run: () => cancel({ opId: id }),
          },
        ]
      : []),
  ];
};
