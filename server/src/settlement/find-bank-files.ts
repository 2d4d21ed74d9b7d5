import type { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { RemitStatus, type PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import { eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { firmName, staffName } from '../kit/db/selectors.ts';

type BankFileFilters = Omit<InputOf<typeof remitApi.bankFiles>, 'page' | 'limit'>;

/** The files for the bank that filters mean, without columns and order. */
export const matchingBankFiles: Matching<'bankFile', BankFileFilters> = matchingBy(
  'bankFile',
  (db) => db.selectFrom('bankFile'),
  { payeeKind: eq, firmId: eq },
);

const countOf = (status: number) => sql<number>`(select count(*) from remit where remit.firm_id = bank_file.firm_id
  and remit.id = any(bank_file.remit_ids) and remit.status = ${sql.lit(status)})`;

/** Adds what a file shows, newest first: how many it has, and what became of them. */
export const asBankFileRows = (query: SelectQueryBuilder<DB, 'bankFile', object>) =>
  query
    .select([
      'bankFile.id',
      'bankFile.firmId',
      firmName('bankFile'),
      'bankFile.fileNo',
      sql<PayeeKind>`bank_file.payee_kind`.as('payeeKind'),
      sql<number>`cardinality(bank_file.remit_ids)`.as('count'),
      'bankFile.amount',
      countOf(RemitStatus.paid).as('paidCnt'),
      countOf(RemitStatus.rejected).as('rejectedCnt'),
      staffName('bankFile.createdBy').as('operatorName'),
      'bankFile.createdAt as createTime',
    ])
    .orderBy('bankFile.id', 'desc');
