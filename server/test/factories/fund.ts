import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import type { App } from '../../src/kit/http/app-context.ts';
import { fundChecks } from '../../src/fund/check-fund.ts';
import { requestFund, reviewRequest } from '../../src/fund/pool/fund-request.ts';

let serial = 0;
const next = () => (serial += 1);

/** A merchant of a firm without keys. */
export const makeMerchant = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  name = `商户${next()}`,
): Promise<number> => {
  const mchid = String(1_600_000_000 + next());
  return (await db.insertInto('merchant').values({ firmId, name, mchid }).returning('id').executeTakeFirstOrThrow()).id;
};

/** Books a recharge or an adjustment of a pool as two people do. */
export const book = async ({ db }: Pick<App, 'db'>, poolId: number, amount: number): Promise<number> => {
  const kind = amount > 0 ? LedgerType.recharge : LedgerType.adjust;
  const { id } = await requestFund(db, { poolId, kind, amount, vouchers: ['/v.png'], remark: '' }, 1);
  await reviewRequest(db, { id, pass: true, remark: '' }, 2);
  return id;
};

/** A pool of a firm with a merchant of its own and `balance` fen. */
export const makePool = async (
  app: Pick<App, 'db'>,
  firmId: number,
  balance = 0,
  name = `资金池${next()}`,
): Promise<number> => {
  const mchConfId = await makeMerchant(app, firmId);
  const { id } = await app.db
    .insertInto('pool')
    .values({ firmId, name, mchConfId })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (balance > 0) await book(app, id, balance);
  return id;
};

/** Everything that does not hold of the money of a firm, or of all; nothing where all is well. */
export const findFaults = async ({ db }: Pick<App, 'db'>, firmId?: number): Promise<string[]> => {
  const found: string[] = [];
  for (const { name, find } of fundChecks)
    for (const { detail, difference } of await find(db, firmId)) found.push(`${name}: ${detail} ${difference}`);
  return found;
};
