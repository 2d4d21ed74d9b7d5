import { GeoFallback, RangeMode, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { describe, expect, it } from 'vitest';
import { isNarrower } from './is-narrower.ts';
import { judgeScope, type Asking, type RangeRule, type ScopeRule } from './judge-scope.ts';

const open: ScopeRule = {
  regionMode: RegionMode.any,
  regions: new Set(),
  rangeMode: RangeMode.any,
  ranges: [],
  geoFallback: GeoFallback.refuse,
};
const only = (...regions: string[]): ScopeRule => ({ ...open, regionMode: RegionMode.only, regions: new Set(regions) });
const except = (...regions: string[]): ScopeRule => ({ ...only(...regions), regionMode: RegionMode.except });
const range = (seg: number, serialFrom: number, serialTo: number, lotId: number | null = null): RangeRule => ({
  lotId,
  seg,
  serialFrom,
  serialTo,
});
const ofRanges = (...ranges: RangeRule[]): ScopeRule => ({ ...open, rangeMode: RangeMode.ranges, ranges });
const says = (scope: ScopeRule, asking: Asking) => judgeScope(scope, asking)?.[0];
const at = (located: string) => ({ located });

describe('the place', () => {
  it('lies in a region with everything below it', () => {
    const scope = only('330000', '320100');
    expect(['330000', '330100', '330106', '320102'].map((code) => says(scope, at(code)))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect(['320200', '110101'].map((code) => says(scope, at(code)))).toEqual([62217, 62217]);
  });

  it('may be left out instead', () => {
    const scope = except('330100');
    expect(says(scope, at('330106'))).toBe(62217);
    expect(says(scope, at('330200'))).toBeUndefined();
  });

  it('known to the city alone counts for the shopper where a district is meant', () => {
    expect(says(only('330106'), at('330100'))).toBeUndefined();
    expect(says(except('330106'), at('330100'))).toBeUndefined();
    expect(says(only('110101'), at('110000'))).toBeUndefined();
    expect(says(only('330106'), at('330200'))).toBe(62217);
  });

  it('known to the province alone says nothing of its cities', () => {
    expect(says(only('330100'), at('330000'))).toBe(62216);
    expect(says(except('330100'), at('330000'))).toBe(62216);
    expect(says(only('330100'), at('320000'))).toBe(62217);
    expect(says({ ...only('330100'), geoFallback: GeoFallback.pass }, at('330000'))).toBeUndefined();
  });

  it('that is not told is refused, judged by the address, or let pass', () => {
    const [refuse, byAddress, pass] = [GeoFallback.refuse, GeoFallback.address, GeoFallback.pass].map(
      (geoFallback) => ({ ...only('330000'), geoFallback }),
    );
    expect(says(refuse!, { byAddress: '330100' })).toBe(62216);
    expect(says(byAddress!, { byAddress: '330100' })).toBeUndefined();
    expect(says(byAddress!, { byAddress: '110000' })).toBe(62217);
    expect(says(byAddress!, {})).toBe(62216);
    expect(says(byAddress!, { located: '110000', byAddress: '330100' })).toBe(62217);
    expect(says(pass!, { byAddress: '110000' })).toBeUndefined();
    expect(says(pass!, at('110000'))).toBe(62217);
    expect(says(open, {})).toBeUndefined();
  });
});

describe('the code', () => {
  it('lies in one of the runs, both ends included', () => {
    const scope = ofRanges(range(7, 10, 20), range(8, 1, 1));
    const serial = (seg: number, of: number) => says(scope, { code: { seg, serial: of, lotId: 3 } });
    expect([serial(7, 10), serial(7, 20), serial(8, 1)]).toEqual([undefined, undefined, undefined]);
    expect([serial(7, 9), serial(7, 21), serial(8, 2), serial(9, 10)]).toEqual([62218, 62218, 62218, 62218]);
    expect(says(scope, {})).toBe(62218);
  });

  it('is still bound to the lot of its run', () => {
    const scope = ofRanges(range(7, 10, 20, 3));
    expect(says(scope, { code: { seg: 7, serial: 15, lotId: 3 } })).toBeUndefined();
    expect(says(scope, { code: { seg: 7, serial: 15, lotId: 4 } })).toBe(62218);
    expect(says(scope, { code: { seg: 7, serial: 15, lotId: null } })).toBe(62218);
  });

  it('is asked about after the place', () => {
    const scope = { ...ofRanges(range(7, 10, 20)), regionMode: RegionMode.only, regions: new Set(['330000']) };
    expect(says(scope, at('110000'))).toBe(62217);
    expect(says(scope, at('330000'))).toBe(62218);
  });
});

describe('a scope is narrower', () => {
  it.each<[string, ScopeRule, ScopeRule, boolean]>([
    ['than everywhere when it names regions', open, only('330000'), true],
    ['than some regions when it is everywhere: no', only('330000'), open, false],
    ['when a region goes', only('330000', '320000'), only('330000'), true],
    ['when a region becomes one of its parts', only('330000'), only('330100'), true],
    ['when a region becomes what is around it: no', only('330106'), only('330100'), false],
    ['when another region is left out', except('330000'), except('330000', '320000'), true],
    ['when less of a region is left out: no', except('330000'), except('330100'), false],
    ['when it names regions instead of leaving some out', except('330000'), only('320000'), true],
    ['when it leaves out what it named', only('330100'), except('330000'), true],
    ['when it leaves out part of what it named', only('330000'), except('330100'), true],
    ['when it leaves out others than it named: no', only('330000'), except('320000'), false],
    ['when nobody passes without a place any more', { ...only('330000'), geoFallback: 2 }, only('330000'), true],
    ['when everybody passes without a place: no', only('330000'), { ...only('330000'), geoFallback: 2 }, false],
    ['than all codes when it names runs', open, ofRanges(range(1, 1, 9)), true],
    ['than runs when it has all codes: no', ofRanges(range(1, 1, 9)), open, false],
    ['when a run is shorter', ofRanges(range(1, 1, 9)), ofRanges(range(1, 1, 8)), true],
    [
      'when a run is cut in two that touch: no',
      ofRanges(range(1, 1, 9)),
      ofRanges(range(1, 1, 4), range(1, 5, 9)),
      false,
    ],
    ['when a run is bound to a lot', ofRanges(range(1, 1, 9)), ofRanges(range(1, 1, 9, 3)), true],
    ['when a run is free of its lot: no', ofRanges(range(1, 1, 9, 3)), ofRanges(range(1, 1, 9)), false],
  ])('%s', (_what, before, after, isSo) => {
    expect(isNarrower(before, after)).toBe(isSo);
  });
});
