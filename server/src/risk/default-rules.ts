import { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import type { Db } from '../kit/db/database.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;
const { note, challenge, hold, block } = RiskAction;

export type RuleCode = 'R01' | 'R02' | 'R03' | 'R04' | 'R05' | 'R06' | 'R07' | 'R08' | 'R09' | 'R12';

interface Default {
  code: RuleCode;
  name: string;
  windowSec: number;
  threshold: number;
  also?: number;
  action: RiskAction;
}

/**
 * The rules a firm begins with: more than `threshold` within the window is a hit. Numbers of virtual operators (R11) are left out: no
 * shopper's phone number is known. Of R12 a browser outside of WeChat counts 1 and a tool 2: prizes may be drawn in any browser, so
 * that only tools are asked for a picture; a firm that wants WeChat alone lowers it to 0.
 */
const defaults: readonly Default[] = [
  { code: 'R01', name: '单人扫码过多', windowSec: 10 * minute, threshold: 30, action: challenge },
  { code: 'R02', name: '单人抽奖过多', windowSec: day, threshold: 20, action: block },
  { code: 'R03', name: '同一IP抽奖过多', windowSec: 10 * minute, threshold: 60, action: challenge },
  { code: 'R04', name: '同一IP多人参与', windowSec: hour, threshold: 20, action: note },
  { code: 'R05', name: '同一设备多人参与', windowSec: day, threshold: 3, action: block },
  { code: 'R06', name: '同一地点多人参与', windowSec: hour, threshold: 30, also: 50, action: hold },
  { code: 'R07', name: '移动速度异常', windowSec: day, threshold: 300, also: 100, action: hold },
  { code: 'R08', name: '一码多人扫描', windowSec: day, threshold: 3, action: note },
  { code: 'R09', name: '连号扫码', windowSec: 10 * minute, threshold: 9, action: hold },
  { code: 'R12', name: '自动化工具或非微信环境', windowSec: 10 * minute, threshold: 1, action: challenge },
];

/** Gives a new firm the rules everybody begins with. */
export const insertDefaultRules = async (db: Db, { firmId }: { firmId: number }): Promise<void> => {
  await db
    .insertInto('riskRule')
    .values(defaults.map((rule) => ({ ...rule, firmId, sort: Number(rule.code.slice(1)) * 10 })))
    .onConflict((conflict) => conflict.columns(['firmId', 'code']).doNothing())
    .execute();
};
