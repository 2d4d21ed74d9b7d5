import { paramsOf } from '@zhuiyuan/contract/police/police-params';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import type { Db } from '../kit/db/database.ts';

const { severe, usual, notice } = RiskLevel;

const defaults = [
  { name: '疑似窜货', policeType: RiskType.diversion, level: severe },
  { name: '单码异常扫码', policeType: RiskType.oddCode, level: usual },
  { name: '用户抽奖异常', policeType: RiskType.user, level: usual },
  { name: '活动预算不足', policeType: RiskType.budget, level: usual },
  { name: '奖品库存不足', policeType: RiskType.stock, level: notice },
  { name: '发放失败率过高', policeType: RiskType.failedShare, level: severe },
  { name: '资金池余额不足', policeType: RiskType.merchantBalance, level: usual },
  { name: '中奖率偏离', policeType: RiskType.winShare, level: severe },
  { name: '未启用或作废的码被扫', policeType: RiskType.invalidCodes, level: usual },
] as const;

/** Gives a new firm a rule of each type; whom they tell is chosen by the firm. */
export const insertDefaultPoliceRules = async (db: Db, { firmId }: { firmId: number }): Promise<void> => {
  await db
    .insertInto('policeRule')
    .values(defaults.map((rule) => ({ ...rule, firmId, params: JSON.stringify(paramsOf[rule.policeType]) })))
    .execute();
};
