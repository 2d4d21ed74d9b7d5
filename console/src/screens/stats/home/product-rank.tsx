import { homeApi } from '@zhuiyuan/contract/stats/home';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { RankBars } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

/** 扫码产品: the products scanned most in the last 30 days. */
export const ProductRank = () => {
  const { data, error, refetch } = useBlock(homeApi.productRank, {});
  return (
    <div className="zy-home-rank">
      <Sheet title="扫码产品" extra={<small>近 30 天，次</small>} isFlush>
        {error && !data && <BlockFailed error={error} retry={refetch} />}
        {data?.length === 0 && <p className="zy-block-note">近 30 天没有扫码</p>}
        {data && data.length > 0 && (
          <RankBars
            rows={data.map(({ name, value, previous }) => ({ name, value, before: previous }))}
            write={countText}
          />
        )}
      </Sheet>
    </div>
  );
};
