import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { Tooltip } from 'antd';
import { restOf, sumOfWeights, toBar } from './odds.ts';

/** Shades of one hue, from the most frequent tier to the least; later ones keep the deepest. */
const shade = (at: number): string =>
  `color-mix(in srgb, var(--zy-chart1) ${Math.min(100, 38 + at * 16)}%, var(--zy-sheet))`;

/** How the odds lie: won at the left, from the most frequent tier on, not won at the right. */
export const OddsBar = ({ tiers }: { tiers: readonly { tierName: string; weight: number }[] }) => (
  <div className="zy-odds">
    <p>
      <b className={sumOfWeights(tiers) > 1_000_000 ? 'zy-odds-over' : undefined}>
        中奖 {oddsText(sumOfWeights(tiers))}%
      </b>
      <span>未中奖 {oddsText(restOf(tiers))}%</span>
    </p>
    <div className="zy-odds-bar" role="img" aria-label={`中奖 ${oddsText(sumOfWeights(tiers))}%`}>
      {toBar(tiers).map(({ tier, share }, at) => (
        <Tooltip key={`${tier.tierName}${String(at)}`} title={`${tier.tierName} ${oddsText(tier.weight)}%`}>
          <i style={{ width: `${share * 100}%`, background: shade(at) }} />
        </Tooltip>
      ))}
    </div>
  </div>
);
