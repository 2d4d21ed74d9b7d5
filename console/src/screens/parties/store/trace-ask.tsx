import { storeTraceApi } from '@zhuiyuan/contract/settlement/store/store-trace';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { selectFilter, textFilter, type Filter } from '../../../parts/list/filters.tsx';
import { ListFilters } from '../../../parts/list/list-filters.tsx';
import { ListSearchBar } from '../../../parts/list/list-search-bar.tsx';
import { useFilters } from '../../../parts/list/use-filters.ts';
import { useOptions } from '../../../parts/pickers/firm-field.tsx';
import '../../../parts/list/list.css';
import '../../../parts/list/list-narrow.css';

const nothing = () => {};

/** Which shop is traced: one that is named, or the one that a code was shipped to. */
export const TraceAsk = ({ shopId, go }: { shopId: number | undefined; go: (shopId: number | undefined) => void }) => {
  const isNarrow = useNarrow();
  const shops = useOptions('shop');
  const filters: Filter[] = [
    textFilter('code', '编码', '商品码或箱码，查发往的门店'),
    selectFilter('shopId', '门店', shops, { placeholder: '请选择门店' }),
  ];
  const find = async (code: string) => {
    try {
      go((await call(storeTraceApi.summary, { code }, { quiet: true })).shop.id);
    } catch (error) {
      toast.failure(error);
    }
  };
  const search = {
    values: shopId === undefined ? {} : { shopId: String(shopId) },
    set: (next: Record<string, string | undefined>) => {
      if (next['code']) void find(next['code']);
      else if ('shopId' in next) go(Number(next['shopId']) || undefined);
    },
    reset: () => go(undefined),
    reload: nothing,
  };
  const state = useFilters(search);
  if (isNarrow) return <ListSearchBar filters={filters} state={state} search={search} />;
  return (
    <section className="sheet" aria-label="查找门店">
      <ListFilters filters={filters} state={state} />
    </section>
  );
};
