import { selectFilter, textFilter, type Filter } from '../../parts/list/filters.tsx';
import { useAgentFilter } from '../../parts/pickers/agent-input.tsx';
import { useOptions } from '../../parts/pickers/firm-field.tsx';

export type GoodsFilter = 'deliverNo' | 'agentId' | 'shopId';
type Values = Partial<Record<GoodsFilter, string | undefined>>;

const none: Values = { deliverNo: undefined, agentId: undefined, shopId: undefined };
const names = Object.keys(none) as GoodsFilter[];

/** What of several changes holds: goods are of one document, dealer or shop, the one named last. */
export const onlyOne = (values: Values, next: Values): Values => {
  const changed = names.find((name) => next[name] && next[name] !== values[name]);
  const name = changed ?? names.find((each) => (each in next ? next[each] : values[each]));
  return name ? { ...none, [name]: next[name] ?? values[name] } : none;
};

/** Whose goods are asked for: a document, a dealer, a shop. */
export const useGoodsFilters = (): Filter<GoodsFilter>[] => {
  const agent = useAgentFilter<GoodsFilter>('agentId', '经销商');
  const shops = useOptions('shop');
  return [textFilter('deliverNo', '发货单号', '发货、退货或调拨单号'), agent, selectFilter('shopId', '门店', shops)];
};
