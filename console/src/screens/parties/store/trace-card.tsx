import { traceReach, type TraceSummary } from '@zhuiyuan/contract/settlement/store/store-trace';
import { useMemo } from 'react';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { countText, percentText } from '../../../parts/format/numbers.ts';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { toShopStates } from '../shop/shop-detail.tsx';

const unknown = '—';

/** What a shop received and sold, by the filters. */
export const TraceFigures = ({ data }: { data: TraceSummary | undefined }) => (
  <StatStrip label="动销概况">
    <StatCard label="到货件数" value={data ? countText(data.arrivedQty) : unknown} unit="件" hint="门店签收的件数" />
    <StatCard
      label="首扫"
      value={data ? countText(data.soldQty) : unknown}
      unit="件"
      hint="门店签收后，消费者首次扫码的件数"
    />
    <StatCard
      label="动销率"
      value={data && data.soldRatio !== null ? percentText(data.soldRatio) : unknown}
      hint="首扫件数 ÷ 到货件数"
    />
    <StatCard
      label="平均动销天数"
      value={data && data.soldDays !== null ? String(data.soldDays) : unknown}
      unit={data && data.soldDays !== null ? '天' : undefined}
      hint="从门店签收到消费者首扫"
    />
    <StatCard
      label="远距离扫码占比"
      value={data && data.placedQty > 0 ? percentText(data.farQty / data.placedQty) : unknown}
      hint={
        data && !data.shop.isPlaced
          ? '门店没有标注位置，算不出距离'
          : `距门店 ${traceReach.far} 公里以外的首扫，占有定位的首扫`
      }
      note={
        data && data.placedQty > 0 ? `${countText(data.farQty)} / ${countText(data.placedQty)} 次有定位` : undefined
      }
    />
  </StatStrip>
);

/** Who the shop is, what it should have, and its last thirty days. */
export const TraceCard = ({ data }: { data: TraceSummary }) => {
  const { shop, stockQty, trend } = data;
  const chart = useMemo(
    () => ({
      labels: trend.map(({ day }) => day.slice(5)),
      series: [
        { name: '到货', values: trend.map(({ arrivedQty }) => arrivedQty), kind: 'bar' as const },
        { name: '首扫', values: trend.map(({ soldQty }) => soldQty) },
      ],
    }),
    [trend],
  );
  const sold = trend.reduce((sum, { soldQty }) => sum + soldQty, 0);
  return (
    <aside className="zy-trace-card">
      <Sheet title={shop.name}>
        <div className="zy-trace-shop">
          <Thumb src={shop.doorImage} label={shop.name} size={56} />
          {toShopStates(shop)}
        </div>
        <Facts
          items={[
            {
              label: '估算库存',
              value: (
                <>
                  <b>{countText(stockQty)}</b> 件
                </>
              ),
            },
            { label: '编号', value: shop.shopNo },
            { label: '所属经销商', value: shop.agentName },
            { label: '联系人', value: [shop.contact, shop.phone].filter(Boolean).join(' ') },
            { label: '地址', value: `${shop.regionName}${shop.address}` },
          ]}
        />
        <p className="zy-trace-note">估算库存 = 已签收在店的件数 − 消费者首扫件数</p>
      </Sheet>
      <ChartCard title="近30天" finding={`首扫 ${countText(sold)} 件`} data={chart} height={180} />
    </aside>
  );
};
