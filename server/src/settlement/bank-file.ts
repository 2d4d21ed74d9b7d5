import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import type { Operator } from '../kit/operator.ts';
import { refuse } from '../kit/refusal.ts';
import { safeCell } from '../kit/sheets/xlsx.ts';
import { openAccount } from '../parties/payee-account.ts';
import { matchingRemits, type RemitFilters } from './find-remits.ts';

const cell = (value: string): string => {
  const text = String(safeCell(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * A file for the bank (csv) of what is passed and not paid, with whole accounts: each remittance is in one file, however many ask at
 * once, unless `again` asks for it once more. At most 10,000; the next file has the rest.
 */
export const offerBankFile = async (
  app: App,
  caller: { db: Db; operator: Operator },
  { again, ...filters }: Omit<RemitFilters, 'reader'> & { again: boolean },
): Promise<{ fileName: string; count: number }> => {
  const { db } = caller;
  const chosen = matchingRemits(db, filters)
    .select('remit.id')
    .where('remit.status', '=', RemitStatus.waiting)
    .where('remit.auditAt', 'is not', null)
    .where('remit.payState', 'is', null)
    .where('remit.channel', 'in', [PayeeChannel.bank, PayeeChannel.alipay])
    .$if(!again, (query) => query.where('remit.bankFileAt', 'is', null))
    .orderBy('remit.id')
    .limit(exportLimit);
  const taken = await db
    .updateTable('remit')
    .set((row) => ({ bankFileAt: sql<string>`now()`, version: row('version', '+', 1) }))
    .where('id', 'in', chosen)
    .where('status', '=', RemitStatus.waiting)
    .$if(!again, (query) => query.where('bankFileAt', 'is', null))
    .returning(['id', 'remitNo', 'channel', 'accountName', 'accountSealed', 'amount', 'periodFrom', 'periodTo'])
    .execute();
  if (taken.length === 0) throw refuse(exportRefusals.nothing);
  const lines = taken
    .toSorted((one, other) => one.id - other.id)
    .map(({ remitNo, channel, accountName, accountSealed, amount, periodFrom, periodTo }) =>
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
  const { fileName } = await offerFile(app, caller, { name: '银行批量打款.csv', content, type: 'text/csv' });
  return { fileName, count: taken.length };
};
