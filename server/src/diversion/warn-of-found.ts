import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import type { Db } from '../kit/db/database.ts';
import type { InspectionWarned } from '../parties/inspector/warn-of-inspection.ts';
import { raiseRisk } from '../scan/log/raise-risk.ts';

/** Makes a warning of what an inspector found in the market; answers its number. */
export const warnOfFound = (db: Db, { firmId, inspectionId, opinion, ...found }: InspectionWarned): Promise<number> => {
  const { auditor, foundRegion, agentName, storeName } = found;
  const isDiverted = opinion === Opinion.diverted;
  const whose = agentName ? `经销商${agentName}的` : '';
  const what = isDiverted ? '疑似窜货' : `结论为${Opinion.label(opinion)}`;
  return raiseRisk(db, {
    firmId,
    type: isDiverted ? RiskType.diversion : RiskType.oddCode,
    level: opinion === Opinion.normal ? RiskLevel.notice : RiskLevel.usual,
    key: `inspect ${inspectionId}`,
    title: `稽查员${auditor}${foundRegion && `在${foundRegion}`}查到${whose}${storeName || '产品'}，${what}`,
    detail: { inspectionId, opinion, ...found },
  });
};
