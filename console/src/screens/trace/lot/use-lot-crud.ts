import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { call } from '../../../lib/call.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';

const refresh = [productApi.list, productApi.info, lotApi.info];

/** What can be done to lots; new ones are of `productId`. */
export const useLotCrud = (productId: number | undefined) => {
  const toNext = useNextStep();
  return useCrud(lotApi, {
    refresh,
    blank: { productId },
    next: ({ id }, values) =>
      toNext('生码', `/identity/taskCreat?productId=${Number(values['productId'])}&lotId=${id}`, taskApi.save.may),
    from: async ({ id }) => {
      const { version, lotNo, produceDate, expireDate, lineNo, workshop, team, planQty, remark } = await call(
        lotApi.info,
        { id },
        { quiet: true },
      );
      return { id, version, lotNo, produceDate, expireDate, lineNo, workshop, team, planQty, remark };
    },
  });
};
