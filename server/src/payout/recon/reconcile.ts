import { BillState, ReconDiffType, ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../kit/db/database.ts';
import type { OpenMerchant, PayMerchant } from '../pay-merchants.ts';
import type { BillLine } from '../wechat-pay/bill.ts';

/** Our numbers begin so. */
const ours = /^LT[0-9A-Z]{17}$/;

/** What became of taking up a day's bill. */
export interface ReconciledDay {
  isNew: boolean;
  differences: number;
}

/**
 * Takes up the bill of one account and day (yyyy-MM-dd), once: what went out and came back is added to each number, and what the account
 * paid under a number of ours that we do not know is a difference (商户多). Nothing is moved by a bill. Answers nothing when the
 * bill could not be had.
 */
export const takeBill = async (
  db: Db,
  { merchant, pay }: OpenMerchant,
  day: string,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<ReconciledDay | undefined> => {
  const bill = await pay.fundBill(day);
  if (bill.kind !== 'done') {
    log.warn({ merchant: merchant.id, day, ...bill }, 'payout: the bill of a day could not be had');
    return undefined;
  }
  const sums = new Map<string, { out: number; in: number }>();
  for (const line of bill.lines.filter(({ outBillNo }) => ours.test(outBillNo))) {
    const sum = sums.get(line.outBillNo) ?? { out: 0, in: 0 };
    if (line.isIncome) sum.in += line.amount;
    else sum.out += line.amount;
    sums.set(line.outBillNo, sum);
  }
  return db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const taken = await where
      .insertInto('reconDay')
      .values({ mchConfId: merchant.id, firmId: merchant.firmId, billDate: day, ...totals(bill.lines) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('billDate')
      .executeTakeFirst();
    if (!taken) return { isNew: false, differences: 0 };
    const numbers = [...sums];
    const { rows: known } = await sql<{ outBillNo: string }>`
      update payout set billed_out = billed_out + bill.out, billed_in = billed_in + bill.income, judged_at = null
      from unnest(${numbers.map(([number]) => number)}::text[], ${numbers.map(([, { out }]) => out)}::bigint[],
        ${numbers.map(([, sum]) => sum.in)}::bigint[]) as bill (number, out, income)
      where payout.out_bill_no = bill.number and payout.firm_id = ${merchant.firmId} and payout.mch_conf_id = ${merchant.id}
      returning payout.out_bill_no`.execute(where);
    const isKnown = new Set(known.map(({ outBillNo }) => outBillNo));
    const rest = numbers.filter(([number]) => !isKnown.has(number));
    const beside = await findBeside(
      where,
      merchant,
      rest.map(([number]) => number),
    );
    const strange = rest.filter(([number]) => !beside.has(number));
    for (const [outBillNo, sum] of strange)
      await insertDifference(where, {
        firmId: merchant.firmId,
        mchConfId: merchant.id,
        billDate: day,
        outBillNo,
        diffType: ReconDiffType.theirsMore,
        ourAmount: 0,
        billAmount: sum.out - sum.in,
      });
    if (strange.length > 0)
      log.error(
        { merchant: merchant.id, day, numbers: strange.length, level: 3 },
        'payout: the bill knows numbers that we do not',
      );
    return { isNew: true, differences: strange.length };
  });
};

/** Which of these numbers another merchant of the same account paid: one account may stand with several apps, each with its own attempts. */
const findBeside = async (db: Db, { mchId }: PayMerchant, numbers: readonly string[]): Promise<Set<string>> => {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ outBillNo: string }>`
    select payout.out_bill_no from payout join merchant on merchant.id = payout.mch_conf_id and merchant.firm_id = payout.firm_id
    where payout.out_bill_no = any(${numbers}::text[]) and merchant.mchid = ${mchId}`.execute(db);
  return new Set(rows.map(({ outBillNo }) => outBillNo));
};

const totals = (lines: readonly BillLine[]) => ({
  lines: lines.length,
  outAmount: lines.reduce((sum, line) => sum + (line.isIncome ? 0 : line.amount), 0),
  inAmount: lines.reduce((sum, line) => sum + (line.isIncome ? line.amount : 0), 0),
});

interface Difference {
  firmId: number;
  mchConfId: number;
  billDate: string;
  outBillNo: string;
  diffType: (typeof ReconDiffType.options)[number]['value'];
  ourAmount: number;
  billAmount: number;
}

const insertDifference = (db: Db, difference: Difference) =>
  db
    .insertInto('reconDiff')
    .values({ ...difference, state: ReconState.open })
    .onConflict((conflict) => conflict.columns(['mchConfId', 'outBillNo', 'diffType']).doNothing())
    .execute();

const postedDay = sql<string>`(coalesce(posted_at, created_at) at time zone 'Asia/Shanghai')::date`;

/** The first day (yyyy-MM-dd) whose bill a merchant's attempts are still to be held against; null where none is. */
export const findFirstDay = async (db: Db, { merchant }: OpenMerchant): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select min(${postedDay})::text as day from payout
    where firm_id = ${merchant.firmId} and mch_conf_id = ${merchant.id} and judged_at is null and body is not null`.execute(
    db,
  );
  return rows[0]!.day;
};

/**
 * Holds the attempts of a merchant that were posted on `from` or later, and ended two days ago or more, against the bills from there up to
 * `day`: what went out less what came back has to be what was booked, the amount of one that was paid and nothing of any other. Answers
 * how many differ.
 */
export const judgeEnded = (
  db: Db,
  { merchant }: OpenMerchant,
  { from, day }: { from: string; day: string },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const { rows } = await sql<{ outBillNo: string; amount: number; state: number; billed: number; out: number }>`
      update payout set judged_at = clock_timestamp()
      where firm_id = ${merchant.firmId} and mch_conf_id = ${merchant.id} and judged_at is null and body is not null
        and (finished_at at time zone 'Asia/Shanghai')::date <= ${day}::date - 2 and ${postedDay} >= ${from}::date
      returning out_bill_no, amount, state, billed_out - billed_in as billed, billed_out as out`.execute(where);
    let differences = 0;
    for (const { outBillNo, amount, state, billed, out } of rows) {
      const booked = state === BillState.success ? amount : 0;
      if (billed === booked && (out === 0 || out === amount)) continue;
      differences += 1;
      await insertDifference(where, {
        firmId: merchant.firmId,
        mchConfId: merchant.id,
        billDate: day,
        outBillNo,
        diffType: out === 0 ? ReconDiffType.oursMore : out === amount ? ReconDiffType.state : ReconDiffType.amount,
        ourAmount: booked,
        billAmount: billed,
      });
    }
    return differences;
  });
