import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import type { redCodeApi, RedCodeRow } from '@zhuiyuan/contract/red/code/red-code';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { among, at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName, staffName } from '../../kit/db/selectors.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';

export type CodeFilters = Omit<InputOf<typeof redCodeApi.list>, 'page' | 'limit' | 'code'> & {
  ids?: readonly number[];
  place?: { seg: number; serial: number };
};
export type BatchFilters = Omit<InputOf<typeof redCodeApi.batches>, 'page' | 'limit'> & { id?: number };

/** Red codes that filters mean, without columns and order; a code is meant by its place. */
export const matchingCodes: Matching<'redBar', CodeFilters> = matchingBy('redBar', (db) => db.selectFrom('redBar'), {
  ids: at(among, 'id'),
  firmId: eq,
  state: eq,
  dateLimit: at(within, 'usedAt'),
  place: by(
    ({ seg, serial }: { seg: number; serial: number }) => [seg, serial],
    (_row, seg, serial) => sql<boolean>`(red_bar.seg, red_bar.serial) = (${seg}::int, ${serial}::bigint)`,
  ),
  batchNo: by(
    (batchNo: string) => [batchNo],
    (_row, batchNo) =>
      sql<boolean>`red_bar.batch_id in (select b.id from red_batch b where b.batch_no = upper(${batchNo}) and b.firm_id = red_bar.firm_id)`,
  ),
  redActiveId: by(
    (id: number) => [id],
    (_row, id) =>
      sql<boolean>`red_bar.batch_id in (select b.id from red_batch b where b.red_active_id = ${id} and b.firm_id = red_bar.firm_id)`,
  ),
});

/** Adds what a row of the list shows, newest first. The amount of a code that may still be received stays a secret. */
export const asCodeRows = (query: SelectQueryBuilder<DB, 'redBar', object>) =>
  query
    .innerJoin('redBatch', 'redBatch.id', 'redBar.batchId')
    .innerJoin('redActive', 'redActive.id', 'redBatch.redActiveId')
    .innerJoin('segment', 'segment.seg', 'redBar.seg')
    .leftJoin('member', 'member.id', 'redBar.uid')
    .select([
      'redBar.id',
      'redBar.firmId',
      firmName('redBar'),
      'redBar.seg',
      'redBar.serial',
      'segment.keyV',
      'redBatch.batchNo',
      'redBatch.state as batchState',
      'redActive.name as redActiveName',
      'redBar.state',
      sql<number | null>`case when red_bar.state = ${sql.lit(RedCodeState.used)} then red_bar.amount end`.as('amount'),
      'redBar.uid',
      'member.nickName',
      'redBar.usedAt',
    ])
    .orderBy('redBar.id', 'desc');

type Found = Awaited<ReturnType<ReturnType<typeof asCodeRows>['execute']>>[number];

/** The middle of a code is nobody's business in a list. */
const masked = (text: string): string => (text.length <= 8 ? text : `${text.slice(0, 4)}****${text.slice(-4)}`);

/** Rows as lists and files show them, each with the text of its code. */
export const withTexts = async (db: Db, keyring: Keyring, rows: readonly Found[]): Promise<RedCodeRow[]> => {
  const texts = await keyring.readTexts(db, rows);
  return rows.map(({ seg: _seg, serial: _serial, keyV: _key, uid, nickName, ...row }, nth) => ({
    ...row,
    codeText: masked(texts[nth]!),
    consumer: uid === null ? '' : maskConsumer({ nickName: nickName ?? '', uid }),
  }));
};

/** Batches that filters mean, without columns and order. */
export const matchingBatches: Matching<'redBatch', BatchFilters> = matchingBy(
  'redBatch',
  (db) => db.selectFrom('redBatch'),
  {
    id: eq,
    firmId: eq,
    redActiveId: eq,
    state: eq,
    dateLimit: at(within, 'createdAt'),
    batchNo: by(
      (batchNo: string) => [batchNo],
      (_row, batchNo) => sql<boolean>`red_batch.batch_no = upper(${batchNo})`,
    ),
  },
);

const ofCodes = (figure: ReturnType<typeof sql>, state: number) =>
  sql<number>`(select ${figure} from red_bar c where c.batch_id = red_batch.id and c.firm_id = red_batch.firm_id and c.state = ${sql.lit(state)})`;

/** Adds what a row of the list of batches shows, newest first. */
export const asBatchRows = (query: SelectQueryBuilder<DB, 'redBatch', object>) =>
  query
    .innerJoin('redActive', 'redActive.id', 'redBatch.redActiveId')
    .leftJoin('segment', 'segment.seg', 'redBatch.seg')
    .leftJoin('task', 'task.id', 'segment.taskId')
    .select([
      'redBatch.id',
      'redBatch.firmId',
      firmName('redBatch'),
      'redBatch.batchNo',
      'redBatch.redActiveId',
      'redActive.name as redActiveName',
      sql<string>`case when red_batch.seg is null then '文件导入'
        else coalesce(task.task_no, '') || ' 码段' || red_batch.seg || '，' || red_batch.serial_from || '-' || red_batch.serial_to end`.as(
        'codesText',
      ),
      'redBatch.totalNum as count',
      'redBatch.made',
      'redBatch.totalAmount',
      ofCodes(sql`count(*)`, RedCodeState.used).as('usedCnt'),
      ofCodes(sql`coalesce(sum(c.amount), 0)::bigint`, RedCodeState.used).as('usedAmount'),
      ofCodes(sql`count(*)`, RedCodeState.void).as('voidCnt'),
      'redBatch.state',
      'redBatch.reason',
      sql<string>`coalesce(red_batch.digest, '')`.as('digest'),
      'redBatch.madeAt',
      staffName('redBatch.createdBy').as('operatorName'),
      'redBatch.createdAt as createTime',
    ])
    .orderBy('redBatch.id', 'desc');
