import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { countText } from '../../../parts/format/numbers.ts';
import { Ring } from '../../../parts/charts/ring.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { RankBars } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const Top = ({
  kind,
  title,
  unit,
  none,
  dateLimit,
}: Record<'title' | 'unit' | 'none' | 'dateLimit', string> & { kind: 'product' | 'agent' }) => {
  const { data, error, refetch } = useBlock(identityHomeApi.top, { kind, dateLimit });
  return (
    <Sheet title={title} extra={<small>{unit}</small>} isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">{none}</p>}
      {data && data.length > 0 && (
        <div className="zy-idhome-tops">
          <RankBars rows={data} write={countText} />
        </div>
      )}
    </Sheet>
  );
};

/** 产品扫码TOP10. */
export const TopProducts = ({ dateLimit }: { dateLimit: string }) => (
  <Top kind="product" title="产品扫码 TOP10" unit="次" none="这段时间没有扫码" dateLimit={dateLimit} />
);

/** 经销商发货TOP10: the dealers that most was sent to. */
export const TopDealers = ({ dateLimit }: { dateLimit: string }) => (
  <Top
    kind="agent"
    title="经销商发货 TOP10"
    unit="发给经销商，件"
    none="这段时间没有发货给经销商"
    dateLimit={dateLimit}
  />
);

/** 验证结果占比: every answer a shopper got, by verdict. */
export const VerdictShare = ({ dateLimit }: { dateLimit: string }) => {
  const { data, error, refetch } = useBlock(identityHomeApi.top, { kind: 'verdict', dateLimit });
  return (
    <Sheet title="验证结果占比">
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">这段时间没有扫码</p>}
      {data && data.length > 0 && (
        <Ring parts={data.map(({ name, value }) => ({ name: Verdict.label(name), value }))} unit="次查询" />
      )}
    </Sheet>
  );
};
