import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import type { Operator } from '../kit/operator.ts';
import { busy, refuse } from '../kit/refusal.ts';
import { safeCell } from '../kit/sheets/xlsx.ts';
import { openAccount } from '../parties/payee-account.ts';
import { matchingRemits, type RemitFilters } from './find-remits.ts';

const cell = (value: string): string => {
  const text = String(safeCell(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

type Asked = Omit<RemitFilters, 'reader'> & { again: boolean };

/** What is passed and waits for a bank or Alipay to pay it. */
const matchingBank = (db: Db, filters: Omit<Asked, 'again'>) =>
  matchingRemits(db, filters)
    .where('remit.status', '=', RemitStatus.waiting)
    .where('remit.auditAt', 'is not', null)
    .where('remit.payState', 'is', null)
    .where('remit.channel', 'in', [PayeeChannel.bank, PayeeChannel.alipay]);

/** As many as ask at the same moment take turns this often. */
const turns = 20;

/**
 * A file for the bank (csv) of what is passed and not paid, with whole accounts: each remittance is in one file, however many ask at
 * once, unless `again` asks for it once more. At most 10,000; the next file has the rest. `before` counts those that were left out, being in
 * a file already. Only when the file is written are they marked, with its offer: without a file they wait for the next one.
 */
export const offerBankFile = async (
  app: App,
  caller: { db: Db; operator: Operator },
  { again, ...filters }: Asked,
): Promise<{ fileName: string; count: number; before: number }> => {
  for (let turn = 0; turn < turns; turn += 1) {
    const offered = await offerOnce(app, caller, { again, ...filters });
    if (offered) return offered;
  }
  throw busy();
};

/** Somebody else took or changed one of them meanwhile. */
class Outrun extends Error {}

const offerOnce = async (app: App, caller: { db: Db; operator: Operator }, { again, ...filters }: Asked) => {
  const { db } = caller;
  const chosen = await matchingBank(db, filters)
    .$if(!again, (query) => query.where('remit.bankFileAt', 'is', null))
    .select([
      'remit.id',
      'remit.version',
      'remit.remitNo',
      'remit.channel',
      'remit.accountName',
      'remit.accountSealed',
      'remit.amount',
      'remit.periodFrom',
      'remit.periodTo',
    ])
    .orderBy('remit.id')
    .limit(exportLimit)
    .execute();
  if (chosen.length === 0) throw refuse(exportRefusals.nothing);
  const { before } = await matchingBank(db, filters)
    .where('remit.bankFileAt', 'is not', null)
    .select(sql<number>`count(*)::int`.as('before'))
    .executeTakeFirstOrThrow();
  const lines = chosen.map(({ remitNo, channel, accountName, accountSealed, amount, periodFrom, periodTo }) =>
    [
      remitNo,
      PayeeChannel.label(channel),
      accountName,
      accountSealed ? openAccount(app.config.masterKey, accountSealed) : '',
      fenToYuan(amount),
      `结算${periodFrom}至${periodTo}`,
    ]
      .map(cell)
      .join(','),
  );
  const head = '打款单号,收款方式,户名,账号,金额（元）,附言';
  const content = Buffer.from(`\ufeff${[head, ...lines].join('\r\n')}\r\n`);
  const ids = chosen.map(({ id }) => id);
  const mark = async (transaction: Db) => {
    const held = await transaction
      .selectFrom('remit')
      .select('version')
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (held.some(({ version }, at) => version !== chosen[at]!.version)) throw new Outrun();
    await transaction
      .updateTable('remit')
      .set((row) => ({ bankFileAt: sql<string>`now()`, version: row('version', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
  };
  try {
    const { fileName } = await offerFile(app, caller, { name: '银行批量打款.csv', content, type: 'text/csv', mark });
    return { fileName, count: chosen.length, before: again ? 0 : before };
  } catch (error) {
    if (error instanceof Outrun) return undefined;
    throw error;
  }
};
