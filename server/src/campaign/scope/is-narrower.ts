import { RangeMode, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { rangeToRun, without } from '../../codes/state/ranges.ts';
import { isCovered } from '../../parties/within-region.ts';
import type { ScopeRule } from './judge-scope.ts';

const coversAll = (regions: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...others].every((code) => isCovered(regions, code));

const hasNarrowerRegions = (before: ScopeRule, after: ScopeRule): boolean => {
  if (after.regionMode === RegionMode.any) return false;
  if (before.regionMode === RegionMode.any) return true;
  if (after.regionMode !== before.regionMode) {
    if (after.regionMode === RegionMode.only) return true;
    // What was alone allowed must not touch what is left out now.
    return (
      [...before.regions].some((code) => isCovered(after.regions, code)) ||
      [...after.regions].some((code) => isCovered(before.regions, code))
    );
  }
  if (after.geoFallback < before.geoFallback) return true;
  return after.regionMode === RegionMode.only
    ? !coversAll(after.regions, before.regions)
    : !coversAll(before.regions, after.regions);
};

const hasNarrowerRanges = (before: ScopeRule, after: ScopeRule): boolean => {
  if (after.rangeMode === RangeMode.any) return false;
  if (before.rangeMode === RangeMode.any) return true;
  return before.ranges.some((range) => {
    const same = after.ranges.filter(({ lotId }) => lotId === null || lotId === range.lotId);
    return without([rangeToRun(range)], same.map(rangeToRun)).length > 0;
  });
};

/** Whether somebody who may take part by the scope as it was may not do so by the scope as it is to be. */
export const isNarrower = (before: ScopeRule, after: ScopeRule): boolean =>
  hasNarrowerRegions(before, after) || hasNarrowerRanges(before, after);
