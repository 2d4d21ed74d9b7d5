import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { claimChecks } from './campaign/checks/check-claims.ts';
import { countChecks } from './campaign/checks/check-counts.ts';
import { drawChecks } from './campaign/checks/check-draws.ts';
import { checkFairness } from './campaign/checks/check-fairness.ts';
import { checkGates } from './campaign/checks/check-gates.ts';
import { redemptionChecks } from './claim/check-redemption.ts';
import { pointChecks } from './consumer/check-points.ts';
import { fundChecks, type Fault, type MoneyCheck } from './fund/check-fund.ts';
import type { App } from './kit/http/app-context.ts';
import type { Db } from './kit/db/database.ts';
import { orderPayChecks } from './settlement/check-order-pay.ts';
import { payoutChecks } from './payout/checks/check-payout.ts';
import { receiverChecks } from './payout/checks/check-receivers.ts';
import { redChecks } from './red/check-red.ts';
import { checkBatches } from './red/code/check-batches.ts';
import { redeemChecks } from './redeem/check-redeem.ts';
import { remitPayChecks } from './settlement/check-remit-pay.ts';
import { settlementChecks } from './settlement/check-settlement.ts';
import { raiseRisk } from './scan/log/raise-risk.ts';

/** Every rule that money, draws, points, payouts and prizes handed out obey at each committed moment, in one place. */
export const moneyChecks: readonly MoneyCheck[] = [
  ...fundChecks,
  ...drawChecks,
  ...countChecks,
  ...claimChecks,
  ...pointChecks,
  ...payoutChecks,
  ...receiverChecks,
  ...redeemChecks,
  ...settlementChecks,
  ...remitPayChecks,
  ...redemptionChecks,
  ...redChecks,
  ...orderPayChecks,
];

/** What breaks a rule, with the rule's name; nothing where all is well. Over all firms, or of one. */
export const findMoneyFaults = async (
  db: Db,
  masterKey: Buffer,
  firmId?: number,
): Promise<(Fault & { name: string })[]> => {
  const faults: (Fault & { name: string })[] = [];
  for (const { name, find } of moneyChecks) for (const fault of await find(db, firmId)) faults.push({ ...fault, name });
  for (const fault of await checkFairness(db, masterKey, firmId))
    faults.push({ ...fault, name: '抽奖可由公布的种子重算' });
  for (const fault of await checkGates(db, masterKey, firmId))
    faults.push({ ...fault, name: '没有发放所中奖级的，当时确实不能发放' });
  for (const fault of await checkBatches(db, masterKey, firmId))
    faults.push({ ...fault, name: '红包码批次的金额与其摘要相符' });
  return faults;
};

/** Holds every rule against the database each night, and raises a warning for each firm that breaks one. */
export const mountMoneyChecks = (app: App): void => {
  app.jobs.work('moneyCheck', () => warnOfMoney(app.background), { cron: '0 30 2 * * *', expireInSeconds: 3600 });
};

/** One look at all rules; what breaks them is logged and becomes a warning of the firm. */
export const warnOfMoney = async ({ db, config, log }: Pick<App, 'db' | 'config' | 'log'>): Promise<void> => {
  for (const { firmId, name, detail, difference } of await findMoneyFaults(db, config.masterKey)) {
    log.error({ firmId, name, detail, difference }, 'money does not add up');
    await raiseRisk(db, {
      firmId,
      type: RiskType.budget,
      level: RiskLevel.severe,
      key: `money ${name}`,
      title: `账目核对不一致：${name}`,
      detail: { detail, difference },
    });
  }
};
