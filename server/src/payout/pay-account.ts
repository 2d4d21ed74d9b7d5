import { payAccountApi, type PayAccount } from '@zhuiyuan/contract/payout/pay-account';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound } from '../kit/refusal.ts';
import { inFlightStates } from './claim-due.ts';
import { failureText, knownText } from './failure-texts.ts';
import type { Merchants } from './pay-merchants.ts';

/** What an account was last said to hold. */
type Said = Pick<PayAccount, 'available' | 'pending' | 'cause' | 'asOf'>;

const keptMs = 60_000;

/** 测试连通 and 商户实际余额: what merchants' accounts hold at WeChat Pay. */
export const mountPayAccount = (app: App, merchants: Merchants): void => {
  const known = new Map<number, { version: string; said: Promise<Said>; until: number }>();

  const ask = async (db: Db, id: number): Promise<Said> => {
    const merchant = await merchants(db, id);
    if (!merchant)
      return { available: null, pending: null, cause: payoutRefusals.merchantIncomplete[1], asOf: shanghaiNow() };
    const found = await merchant.pay.balance();
    if (found.kind === 'done')
      return { available: found.available, pending: found.pending, cause: '', asOf: shanghaiNow() };
    app.log.warn({ merchant: id, ...found }, 'payout: the balance of an account could not be had');
    return { available: null, pending: null, cause: toCause(found), asOf: shanghaiNow() };
  };

  /** The answer of the last minute, where the merchant was not changed since; those who ask meanwhile wait for the same. */
  const remembered = async (db: Db, { id, version }: { id: number; version: number }): Promise<Said> => {
    const before = known.get(id);
    if (before && before.version === String(version) && before.until > Date.now()) return before.said;
    const said = ask(db, id);
    known.set(id, { version: String(version), said, until: Date.now() + keptMs });
    said.catch(() => known.delete(id));
    return said;
  };

  serve(app, payAccountApi, {
    test: async ({ input, db }) => {
      const [row] = await findMerchants(db, [input.id]);
      if (!row) throw notFound();
      known.delete(input.id);
      return toAccount(row, await remembered(db, row));
    },
    balances: async ({ input, db }) => {
      const rows = await findMerchants(db, input.ids);
      return Promise.all(rows.map(async (row) => toAccount(row, await remembered(db, row))));
    },
  });
};

/** What WeChat Pay signed is told in its own words; what anybody may have said is for the log alone. */
const toCause = ({ code, message, isSigned = false }: { code: string; message: string; isSigned?: boolean }): string =>
  isSigned ? [failureText(code), message].filter(Boolean).join('：') : (knownText(code) ?? noAnswer);

const noAnswer = '微信支付没有给出可以采信的应答，请检查商户密钥、证书与网络';

type Row = Awaited<ReturnType<typeof findMerchants>>[number];

const toAccount = ({ id, inFlight, needed }: Row, said: Said): PayAccount => ({
  id,
  ...said,
  inFlight,
  needed,
  isShort: said.available !== null && said.available + inFlight < needed,
});

/** Merchants with what is on its way from their accounts, and what their pools promise. */
const findMerchants = (db: Db, ids: readonly number[]) =>
  live(db, 'merchant')
    .where('merchant.id', 'in', [...ids])
    .select((row) => [
      'merchant.id',
      'merchant.version',
      row
        .selectFrom('payout')
        .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
        .whereRef('payout.mchConfId', '=', 'merchant.id')
        .where(sql<boolean>`payout.state in (${inFlightStates})`)
        .$asScalar()
        .$notNull()
        .as('inFlight'),
      sql<number>`coalesce((select pool.balance from pool where pool.mch_conf_id = merchant.id and pool.firm_id = merchant.firm_id and pool.is_del = 0), 0)
        + coalesce((select sum(remain + reserved) from activity_budget budget join pool on pool.id = budget.pool_id
          where pool.mch_conf_id = merchant.id and budget.firm_id = merchant.firm_id), 0)::bigint`.as('needed'),
    ])
    .execute();
