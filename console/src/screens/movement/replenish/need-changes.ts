import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { homeApi } from '@zhuiyuan/contract/stats/home';

/** What is read again when a request or an order was changed. */
export const needChanges = [
  needApplyApi.list,
  needApplyApi.info,
  needOrderApi.list,
  needOrderApi.info,
  needOrderApi.open,
  agentDeductibleApi.list,
  homeApi.todo,
];
