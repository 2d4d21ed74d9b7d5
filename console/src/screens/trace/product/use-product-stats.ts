import { homeApi } from '@zhuiyuan/contract/stats/home';
import type { Product } from '@zhuiyuan/contract/trace/product/product';
import { useRead } from '../../../lib/use-read.ts';
import { changeOf } from '../../../parts/format/change.ts';
import { countText, rateText } from '../../../parts/format/numbers.ts';

/** The figures of a product's page; what the statistics have not answered yet is a dash. */
export const useProductStats = (product: Product) => {
  const { data } = useRead(homeApi.product, { id: product.id });
  const lots = { label: '批次', value: countText(data?.lotNum ?? product.lotCount), unit: '个' };
  const active = { label: '已启用', value: countText(product.codeCount), unit: '个' };
  const scans = { label: '累计扫码', value: countText(product.scanCount), unit: '次', hint: '被查询并计次的次数' };
  const rateHint = '为该产品生成的码里，被查询过的占已启用的比例';
  if (!data)
    return [
      lots,
      active,
      { label: '已发货', value: '-', unit: '件' },
      { label: '扫码率', value: '-', hint: rateHint },
      { label: '近 30 天扫码', value: '-', unit: '次' },
      scans,
    ];
  const rate =
    data.ownActiveNum === 0 ? '-' : rateText((data.ownScannedNum / data.ownActiveNum) * 100).replace('%', '');
  return [
    { ...lots, beforeLabel: '待检', before: `${countText(data.waitingLotNum)} 个` },
    { ...active, beforeLabel: '计划', before: countText(data.planQty) },
    {
      label: '已发货',
      value: countText(data.shippedNum),
      unit: '件',
      beforeLabel: '占已启用',
      before: product.codeCount === 0 ? '-' : rateText((data.shippedNum / product.codeCount) * 100),
    },
    {
      label: '扫码率',
      value: rate,
      unit: '%',
      hint: rateHint,
      beforeLabel: '被扫过',
      before: `${countText(data.ownScannedNum)} 个码`,
    },
    {
      label: '近 30 天扫码',
      value: countText(data.recentScanNum),
      unit: '次',
      beforeLabel: '上期',
      before: countText(data.previousScanNum),
      change: changeOf(data.recentScanNum, data.previousScanNum),
    },
    scans,
  ];
};
