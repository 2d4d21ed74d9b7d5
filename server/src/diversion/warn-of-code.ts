import { RiskLevel, RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { selectRefusals } from '@zhuiyuan/contract/scan/log/select-refusals';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import { findCode } from '../codes/lookup/code-facts.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { raiseRisk } from '../scan/log/raise-risk.ts';
import { whereIsCode } from './where-is-code.ts';

/** 窜货 and 单码异常扫码 among the types of warnings. */
const [crossed, oddCode] = [1, 2] as const;
const suspected = 2;

/** 转预警: makes a warning of the operator's own code, with what is known of it now; refuses while one made this way is open. */
export const warnOfCode = async (
  db: Db,
  keyring: Keyring,
  { code: typed, remark, by }: { code: string; remark: string; by: string },
): Promise<void> => {
  const { unit } = await findCode(db, keyring, typed);
  const row = await whereIsCode(db, keyring, typed);
  const { code, storeName, lotNo, agentName, lastScan, distanceKm } = row;
  const key = `code ${toCodeId(unit.seg, unit.serial)}`;
  const open = await db
    .selectFrom('riskEvent')
    .where('firmId', '=', unit.firmId)
    .where('dedupeKey', '=', key)
    .where('status', 'in', [RiskStatus.waiting, RiskStatus.doing])
    .select('id')
    .executeTakeFirst();
  if (open) throw refuse(selectRefusals.alreadyWarned);
  const isCrossed = row.judge === suspected;
  await raiseRisk(db, {
    firmId: unit.firmId,
    type: isCrossed ? crossed : oddCode,
    level: RiskLevel.usual,
    key,
    title: isCrossed
      ? `经销商${agentName}的产品在${lastScan?.regionName ?? ''}被扫码，疑似窜货`
      : `查询异常，已被查询${unit.scanCnt}次`,
    detail: { code, remark, by, storeName, lotNo, agentName, lastScan, distanceKm, times: unit.scanCnt },
  });
};
