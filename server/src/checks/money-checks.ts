import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { askedChecks } from '../campaign/checks/check-asked.ts';
import { claimChecks } from '../campaign/checks/check-claims.ts';
import { countChecks } from '../campaign/checks/check-counts.ts';
import { drawChecks } from '../campaign/checks/check-draws.ts';
import { checkFairness } from '../campaign/checks/check-fairness.ts';
import { checkGates } from '../campaign/checks/check-gates.ts';
import { keyChecks } from '../campaign/checks/check-keys.ts';
import { periodChecks } from '../campaign/checks/check-periods.ts';
import { stockChecks } from '../campaign/checks/check-stock.ts';
import { tierChecks } from '../campaign/checks/check-tiers.ts';
import { placeChecks } from '../claim/check-places.ts';
import { redemptionChecks } from '../claim/check-redemption.ts';
import { configChecks } from '../consumer/check-config.ts';
import { pointRuleChecks } from '../consumer/check-point-rules.ts';
import { peopleChecks } from '../consumer/check-people.ts';
import { pointChecks } from '../consumer/check-points.ts';
import { fundChecks, type Fault, type MoneyCheck } from '../fund/check-fund.ts';
import { ledgerChecks } from '../fund/check-ledger.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { guardChecks } from './money-guards.ts';
import { bindingChecks } from '../settlement/check-bindings.ts';
import { orderPayChecks } from '../settlement/check-order-pay.ts';
import { outcomeChecks } from '../payout/checks/check-outcomes.ts';
import { payoutChecks } from '../payout/checks/check-payout.ts';
import { receiverChecks } from '../payout/checks/check-receivers.ts';
import { redTermChecks } from '../red/active/check-red-terms.ts';
import { redChecks } from '../red/check-red.ts';
import { checkBatches } from '../red/code/check-batches.ts';
import { codeChecks } from '../red/code/check-codes.ts';
import { checkTakings } from '../red/code/check-takings.ts';
import { sendCallChecks } from '../red/send/check-send-calls.ts';
import { redeemChecks } from '../redeem/check-redeem.ts';
import { checkSeals } from '../redeem/check-seals.ts';
import { remitPayChecks } from '../settlement/check-remit-pay.ts';
import { settlementChecks } from '../settlement/check-settlement.ts';
import { raiseRisk } from '../scan/log/raise-risk.ts';

/** A fault, with the name of the rule that it breaks. */
type NamedFault = Fault & { name: string };

/** Of a warning, as the database holds it. */
const longestKey = 120;

/** Every rule that money, draws, points, payouts and prizes handed out obey at each committed moment, in one place. */
export const moneyChecks: readonly MoneyCheck[] = [
  ...guardChecks,
  ...fundChecks,
  ...ledgerChecks,
  ...drawChecks,
  ...keyChecks,
  ...countChecks,
  ...periodChecks,
  ...claimChecks,
  ...tierChecks,
  ...askedChecks,
  ...stockChecks,
  ...peopleChecks,
  ...pointChecks,
  ...pointRuleChecks,
  ...configChecks,
  ...payoutChecks,
  ...outcomeChecks,
  ...receiverChecks,
  ...redeemChecks,
  ...settlementChecks,
  ...remitPayChecks,
  ...redemptionChecks,
  ...placeChecks,
  ...redChecks,
  ...redTermChecks,
  ...codeChecks,
  ...sendCallChecks,
  ...orderPayChecks,
  ...bindingChecks,
];

/** The rules that need seeds or keys are walked in code. */
const seedChecks = (masterKey: Buffer): readonly MoneyCheck[] => [
  { name: '抽奖可由公布的种子重算', find: (db, firmId) => checkFairness(db, masterKey, firmId) },
  { name: '没有发放所中奖级的，当时确实不能发放', find: (db, firmId) => checkGates(db, masterKey, firmId) },
  { name: '红包码批次的金额与其摘要相符', find: (db, firmId) => checkBatches(db, masterKey, firmId) },
  { name: '领取的红包码有领取时的封印', find: (db, firmId) => checkTakings(db, masterKey, firmId) },
  { name: '门店核销有核销时的封印', find: (db, firmId) => checkSeals(db, masterKey, firmId) },
];

/**
 * What breaks a rule. A rule that cannot be looked at is a fault itself, of each firm whose rows are in its way: the others are looked at one
 * by one.
 */
const findFaultsOf = async (db: Db, { name, find }: MoneyCheck, firmId?: number): Promise<NamedFault[]> => {
  try {
    return (await find(db, firmId)).map((fault) => ({ ...fault, name }));
  } catch (error) {
    const isUnseen = { name: `${name}（无法核对）`, poolId: null, detail: String(error), difference: 1 };
    if (firmId !== undefined) return [{ ...isUnseen, firmId }];
    const firms = await db.selectFrom('firm').orderBy('id').select('id').execute();
    const faults: NamedFault[] = [];
    for (const { id } of firms) faults.push(...(await findFaultsOf(db, { name, find }, id)));
    // What is in its way may belong to none of them.
    return faults.some((fault) => fault.name === isUnseen.name) ? faults : [...faults, { ...isUnseen, firmId: 0 }];
  }
};

/** What breaks a rule, with the rule's name; nothing where all is well. Over all firms, or of one. */
export const findMoneyFaults = async (db: Db, masterKey: Buffer, firmId?: number): Promise<NamedFault[]> => {
  const faults: NamedFault[] = [];
  for (const check of [...moneyChecks, ...seedChecks(masterKey)])
    for (const fault of await findFaultsOf(db, check, firmId)) faults.push(fault);
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
    try {
      await raiseRisk(db, {
        firmId,
        type: RiskType.budget,
        level: RiskLevel.severe,
        key: `money ${name}`.slice(0, longestKey),
        title: `账目核对不一致：${name}`,
        detail: { detail, difference },
      });
    } catch (error) {
      // One that cannot be raised keeps no other back.
      log.error({ err: error, firmId, name }, 'a warning of money could not be raised');
    }
  }
};
