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

/** Somebody of a firm's staff by whom money moves: he cannot sign in. */
export const makeTeller = async ({ db }: Pick<App, 'db'>, firmId: number): Promise<number> => {
  const { id } = await db
    .insertInto('admin')
    .values({ firmId, account: `teller${next()}`, passwordHash: '', realName: '出纳' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Books a recharge or an adjustment of a pool as two people do. */
export const book = async ({ db }: Pick<App, 'db'>, poolId: number, amount: number): Promise<number> => {
  const { firmId } = await db.selectFrom('pool').select('firmId').where('id', '=', poolId).executeTakeFirstOrThrow();
  const kind = amount > 0 ? LedgerType.recharge : LedgerType.adjust;
  const { id } = await requestFund(
    db,
    { poolId, kind, amount, vouchers: ['/v.png'], remark: '' },
    await makeTeller({ db }, firmId),
  );
  await reviewRequest(db, { id, pass: true, remark: '' }, await makeTeller({ db }, firmId));
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
