import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { RemitStatus, type PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql, type Selectable } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import type { Operator } from '../kit/operator.ts';
import { busy, invalid, notFound, refuse } from '../kit/refusal.ts';
import { safeCell } from '../kit/sheets/xlsx.ts';
import { openAccount } from '../parties/payee-account.ts';
import { matchingRemits, type RemitFilters } from './find-remits.ts';
import { requireKind } from './remit-acts.ts';

const cell = (value: string): string => {
  const text = String(safeCell(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

type Asked = Omit<RemitFilters, 'reader'>;

/** What is passed and waits for a bank or Alipay to pay it. */
const matchingBank = (db: Db, filters: Asked) =>
  matchingRemits(db, filters)
    .where('remit.status', '=', RemitStatus.waiting)
    .where('remit.auditAt', 'is not', null)
    .where('remit.payState', 'is', null)
    .where('remit.channel', 'in', [PayeeChannel.bank, PayeeChannel.alipay]);

/** What a line is written from; nothing of it changes once a remittance is passed. */
const written = [
  'remit.id',
  'remit.firmId',
  'remit.version',
  'remit.remitNo',
  'remit.channel',
  'remit.accountName',
  'remit.accountSealed',
  'remit.amount',
  'remit.periodFrom',
  'remit.periodTo',
] as const;
type Written = Pick<
  Selectable<DB['remit']>,
  'remitNo' | 'channel' | 'accountName' | 'accountSealed' | 'amount' | 'periodFrom' | 'periodTo'
>;

const head = '打款单号,收款方式,户名,账号,金额（元）,附言';

const toContent = (app: App, rows: readonly Written[]): Buffer => {
  const lines = rows.map(({ remitNo, channel, accountName, accountSealed, amount, periodFrom, periodTo }) =>
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
  return Buffer.from(`\ufeff${[head, ...lines].join('\r\n')}\r\n`);
};

/** As many as ask at the same moment take turns this often. */
const turns = 20;

/**
 * A file for the bank (csv) of what is passed and not paid, with whole accounts: each remittance is in one file, however many ask at
 * once, until a result says that it was not paid. At most 10,000; the next file has the rest. `before` counts those that were left out, being in
 * a file already. Only when the file is written are they marked, with its offer: without a file they wait for the next one. A file is of one
 * firm, whose account it is paid from: refuses remittances of several.
 */
export const offerBankFile = async (
  app: App,
  caller: { db: Db; operator: Operator },
  filters: Asked,
): Promise<{ fileName: string; count: number; before: number }> => {
  for (let turn = 0; turn < turns; turn += 1) {
    const offered = await offerOnce(app, caller, filters);
    if (offered) return offered;
  }
  throw busy();
};

/** Somebody else took or changed one of them meanwhile. */
class Outrun extends Error {}

const offerOnce = async (app: App, caller: { db: Db; operator: Operator }, filters: Asked) => {
  const { db, operator } = caller;
  const chosen = await matchingBank(db, filters)
    .where('remit.bankFileAt', 'is', null)
    .select(written)
    .orderBy('remit.id')
    .limit(exportLimit)
    .execute();
  const [first] = chosen;
  if (!first) throw refuse(exportRefusals.nothing);
  const { firmId } = first;
  if (chosen.some((one) => one.firmId !== firmId))
    throw invalid('firmId', '一个银行文件只能含一家企业的打款单，请先选择所属企业');
  const { before } = await matchingBank(db, filters)
    .where('remit.bankFileAt', 'is not', null)
    .select(sql<number>`count(*)::int`.as('before'))
    .executeTakeFirstOrThrow();
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
    await transaction
      .insertInto('bankFile')
      .values({
        firmId,
        payeeKind: filters.payeeKind,
        remitIds: ids,
        amount: chosen.reduce((sum, { amount }) => sum + amount, 0),
        createdBy: operator.id,
      })
      .execute();
  };
  const content = toContent(app, chosen);
  try {
    const { fileName } = await offerFile(app, caller, { name: '银行批量打款.csv', content, type: 'text/csv', mark });
    return { fileName, count: chosen.length, before };
  } catch (error) {
    if (error instanceof Outrun) return undefined;
    throw error;
  }
};

/** One file for the bank once more, line by line as it was; nothing is marked by it. Throws 404. */
export const offerBankFileAgain = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  id: number,
): Promise<{ fileName: string }> => {
  const file = await db
    .selectFrom('bankFile')
    .select(['firmId', 'fileNo', 'payeeKind', 'remitIds'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file) throw notFound();
  requireKind(operator, file.payeeKind as PayeeKind, 'pay');
  const rows = await db
    .selectFrom('remit')
    .where('firmId', '=', file.firmId)
    .where('id', 'in', file.remitIds)
    .select(written)
    .orderBy('remit.id')
    .execute();
  const name = `银行批量打款 ${file.fileNo}.csv`;
  return offerFile(app, { db, operator }, { name, content: toContent(app, rows), type: 'text/csv' });
};
