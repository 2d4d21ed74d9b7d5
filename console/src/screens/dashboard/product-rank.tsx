import { homeApi } from '@zhuiyuan/contract/stats/home';
import { countText } from '../../parts/numbers.ts';
import { Sheet } from '../../parts/sheet.tsx';
import { RankBars } from '../../parts/stat.tsx';
import { HomeFailed } from './home-failed.tsx';
import { useHome } from './use-home.ts';

/** 扫码产品: the products scanned most in the last 30 days. */
export const ProductRank = () => {
  const { data, error, refetch } = useHome(homeApi.productRank, {});
  return (
    <div className="zy-home-rank">
      <Sheet title="扫码产品" extra={<small>近 30 天，次</small>} isFlush>
        {error && !data && <HomeFailed error={error} retry={refetch} />}
        {data?.length === 0 && <p className="zy-home-note">近 30 天没有扫码</p>}
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
