import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { App } from '../../kit/http/app-context.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Op } from './lock-op.ts';

/** Which permission each kind of operation needs. */
export const mayDo: Record<number, `${string}:${string}`> = {
  1: codeOpApi.use.may,
  2: codeOpApi.update.may,
  3: codeOpApi.delete.may,
  4: codeOpApi.freeze.may,
  5: codeOpApi.unfreeze.may,
  13: 'admin:identity:channel:change',
};

/** Refuses an operation in the background whose asker, or who had it tried again, is gone by now or may do no such thing any more. */
export const requireAsker = async (
  { operatorById }: Pick<App, 'operatorById'>,
  { operatorId, firmId, opType, request }: Op,
): Promise<void> => {
  const asker = request.by ?? operatorId;
  const operator = asker === null ? undefined : await operatorById(asker);
  if (!operator || (operator.firmId !== null && operator.firmId !== firmId))
    throw new Refusal(Code.forbidden, '操作人已停用，操作未执行');
  const may = mayDo[opType];
  if (!may || !operator.may(may) || (request.asked.force && !operator.may('admin:identity:batch:force')))
    throw new Refusal(Code.forbidden, '操作人已无此权限，操作未执行');
};
