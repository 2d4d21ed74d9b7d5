import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { GeoFallback, RangeMode, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { isCovered } from '../../parties/within-region.ts';

/** A run of codes of one segment, both ends included. */
export interface RangeRule {
  lotId: number | null;
  seg: number;
  serialFrom: number;
  serialTo: number;
}

/** Everything a scope says; regions by their six-digit codes, each with all below it. */
export interface ScopeRule {
  regionMode: RegionMode;
  regions: ReadonlySet<string>;
  rangeMode: RangeMode;
  ranges: readonly RangeRule[];
  geoFallback: GeoFallback;
}

/** Whoever wants to take part: the regions his position and his address lie in, and the code he scanned, as far as they are known. */
export interface Asking {
  located?: string | undefined;
  byAddress?: string | undefined;
  code?: { seg: number; serial: number; lotId: number | null } | undefined;
}

/** 北京, 天津, 上海, 重庆, 台湾, 香港, 澳门: a province that is as small as a city. */
const cityLike = new Set(['11', '12', '31', '50', '71', '81', '82']);
const isProvince = (code: string): boolean => code.endsWith('0000') && !cityLike.has(code.slice(0, 2));

type Lies = 'in' | 'out' | 'unknown';

/**
 * Whether a place lies in one of the regions. A position tells the city: of its districts each may be the one, which counts for the
 * shopper. Of a province alone nothing is known of its cities.
 */
const liesIn = (regions: ReadonlySet<string>, place: string, forShopper: Lies): Lies => {
  if (isCovered(regions, place)) return 'in';
  const places = new Set([place]);
  if (![...regions].some((code) => isCovered(places, code))) return 'out';
  return isProvince(place) ? 'unknown' : forShopper;
};

const judgePlace = (scope: ScopeRule, { located, byAddress }: Asking): RefusalText | undefined => {
  const { regionMode, regions, geoFallback } = scope;
  if (regionMode === RegionMode.any) return undefined;
  const place = located ?? (geoFallback === GeoFallback.address ? byAddress : undefined);
  const wanted = regionMode === RegionMode.only ? 'in' : 'out';
  const lies = place === undefined ? 'unknown' : liesIn(regions, place, wanted);
  if (lies === 'unknown') return geoFallback === GeoFallback.pass ? undefined : campaignRefusals.noPlace;
  return lies === wanted ? undefined : campaignRefusals.outsideRegions;
};

const judgeCode = ({ rangeMode, ranges }: ScopeRule, { code }: Asking): RefusalText | undefined => {
  if (rangeMode === RangeMode.any) return undefined;
  const isIn =
    code !== undefined &&
    ranges.some(
      ({ lotId, seg, serialFrom, serialTo }) =>
        seg === code.seg &&
        serialFrom <= code.serial &&
        code.serial <= serialTo &&
        (lotId === null || lotId === code.lotId),
    );
  return isIn ? undefined : campaignRefusals.outsideRanges;
};

/** Why somebody may not take part by the scope of a campaign, the place before the code; nothing where he may. */
export const judgeScope = (scope: ScopeRule, asking: Asking): RefusalText | undefined =>
  judgePlace(scope, asking) ?? judgeCode(scope, asking);
