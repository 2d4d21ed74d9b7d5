import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { call } from '../../lib/call.ts';
import type { Filter } from '../list/filters.tsx';
import { foundFilter, FoundSelect, mostFound, type FoundProps, type FoundSource } from './found-select.tsx';

const lots = [lotApi.list.path];
const wordsOf = ({ lotNo, storeName }: { lotNo: string; storeName: string }) => `${lotNo}（${storeName}）`;

const lotsOf = (productId?: number, firmId?: number): FoundSource => ({
  key: [...lots, productId, firmId],
  find: async (lotNo) => {
    const { list } = await call(lotApi.list, { lotNo, productId, firmId, page: 1, limit: mostFound }, { quiet: true });
    return list.map((lot) => ({ value: lot.id, label: wordsOf(lot) }));
  },
  nameOf: async (id) => wordsOf(await call(lotApi.info, { id }, { quiet: true })),
});

/** A lot found by its number, of one product or firm or of all; the value is its number in the database. */
export const LotSelect = ({ productId, firmId, ...props }: FoundProps & { productId?: number; firmId?: number }) => (
  <FoundSelect
    label="批次"
    placeholder="输入批号查找"
    {...props}
    source={lotsOf(productId, firmId)}
    nothing="没有这个批次"
  />
);

/** Filter by one lot. */
export const lotFilter = <N extends string>(name: N, label: string): Filter<N> => ({
  ...foundFilter(name, label, LotSelect, lots),
  may: lotApi.list.may,
});
