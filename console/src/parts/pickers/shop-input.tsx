import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { call } from '../../lib/call.ts';
import type { Filter } from '../list/filters.tsx';
import { foundFilter, FoundSelect, mostFound, type FoundProps, type FoundSource } from './found-select.tsx';

const shops = [shopApi.list.path];

const shopSource = (firmId: number | undefined): FoundSource => ({
  key: [...shops, firmId],
  find: async (keywords) => {
    const { list } = await call(shopApi.list, { keywords, firmId, page: 1, limit: mostFound }, { quiet: true });
    return list.map(({ id, name, shopNo }) => ({ value: id, label: name, note: shopNo }));
  },
  nameOf: async (id) => (await call(shopApi.info, { id }, { quiet: true })).name,
});

/** One shop, found by name, number or phone; of one firm where `firmId` says so. Goes into an `OwnField`. */
export const ShopInput = ({ firmId, ...props }: FoundProps & { firmId?: number }) => (
  <FoundSelect placeholder="请选择门店" {...props} source={shopSource(firmId)} nothing="没有这家门店" />
);

/** Filter by a shop. */
export const shopFilter = <N extends string>(name: N, label = '门店'): Filter<N> =>
  foundFilter(name, label, ShopInput, shops);
