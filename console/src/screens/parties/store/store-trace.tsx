import { storeTraceApi, TraceTab } from '@zhuiyuan/contract/settlement/store/store-trace';
import StoreIcon from 'icon:store';
import { useSearchParams } from 'react-router';
import { useRead } from '../../../lib/use-read.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { Empty } from '../../../parts/feedback/states.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { TraceAsk } from './trace-ask.tsx';
import { TraceCard, TraceFigures } from './trace-card.tsx';
import { traceLists } from './trace-tabs.tsx';
import './store.css';

const tabs = TraceTab.options.map(({ value, label }) => ({ value, label }));
/** Width of the card beside the lists with the gap between, px. */
const cardWidth = 316;

const Traced = ({ shopId, tab, change }: { shopId: number; tab: TraceTab; change: (tab: string) => void }) => {
  const isNarrow = useNarrow();
  const [address] = useSearchParams();
  const asked = (name: string) => address.get(name) || undefined;
  const { data, error, refetch } = useRead(
    storeTraceApi.summary,
    { shopId, productId: asked('productId'), lotId: asked('lotId'), dateLimit: asked('dateLimit') },
    { keeps: true },
  );
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const List = traceLists[tab];
  const shown = data?.shop.id === shopId ? data : undefined;
  return (
    <>
      <TraceFigures data={shown} />
      <div className="zy-trace">
        {shown ? <TraceCard data={shown} /> : <aside className="zy-trace-card" aria-busy="true" />}
        <div className="zy-trace-lists">
          <List
            key={tab}
            shopId={shopId}
            beside={isNarrow ? 0 : cardWidth}
            tabs={<ListTabs items={tabs} value={tab} change={change} />}
          />
        </div>
      </div>
    </>
  );
};

/** 门店追溯: what came to one shop, and what became of it. */
export const StoreTrace = () => {
  const [address, setAddress] = useSearchParams();
  const shopId = Number(address.get('shopId')) || undefined;
  const tab = (TraceTab.of(address.get('tab'))?.value ?? TraceTab.deliver) as TraceTab;
  return (
    <>
      <TraceAsk
        key={shopId}
        shopId={shopId}
        go={(next) => setAddress(next === undefined ? {} : { shopId: String(next), tab }, { replace: true })}
      />
      {shopId === undefined ? (
        <section className="sheet">
          <Empty
            icon={StoreIcon}
            title="追溯一家门店"
            text="选择门店，或输入一个编码找到它发往的门店，查看到货、动销、开箱和核销。"
          />
        </section>
      ) : (
        <Traced
          shopId={shopId}
          tab={tab}
          change={(next) =>
            setAddress(
              (now) => {
                now.set('tab', next);
                now.delete('page');
                return now;
              },
              { replace: true },
            )
          }
        />
      )}
    </>
  );
};
