import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import type { TestApp } from './app.ts';

/** A rule of a firm, a warning of it and the scan of a code that it is about, named with `mark`. */
export const makeForeignPolice = async (
  { db }: TestApp,
  { firmId, agentId, seg, mark }: { firmId: number; agentId: number; seg: number; mark: string },
) => {
  const { id: policeRuleId } = await db
    .insertInto('policeRule')
    .values({
      firmId,
      name: mark,
      policeType: RiskType.diversion,
      level: RiskLevel.severe,
      params: JSON.stringify({ minCodes: 3, windowDays: 7, toleranceKm: 30, ipCounts: false }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = '2026-11-05 08:00:00';
  const { id: policeEventId } = await db
    .insertInto('policeEvent')
    .values({
      firmId,
      ruleId: policeRuleId,
      eventNo: mark,
      policeType: RiskType.diversion,
      level: RiskLevel.severe,
      dedupeKey: mark,
      title: mark,
      city: mark,
      agentId,
      firstAt: at,
      lastAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: crossHitId } = await db
    .insertInto('crossHit')
    .values({
      firmId,
      seg,
      serial: 3,
      scanId: 1,
      at,
      agentId,
      regions: ['510100'],
      province: '500000',
      city: '500000',
      geoSource: GeoSource.gps,
      eventId: policeEventId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { policeRuleId, policeEventId, crossHitId };
};
