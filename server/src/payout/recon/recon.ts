import { ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import { reconApi, type ReconDiff } from '@zhuiyuan/contract/payout/recon';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findComputedPage, findPage } from '../../kit/db/paging.ts';
import { firmName, staffName } from '../../kit/db/selectors.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { notFound, refuse } from '../../kit/refusal.ts';

/** 对账: the bills that were taken up, and where they do not agree with what was booked. */
export const mountRecon = (app: App): void => {
  serve(app, reconApi, {
    days: ({ input, db }) => findComputedPage(db, input, matchingDays(db, input), asDays),
    diffs: ({ input, db }) => findPage(db, input, matchingDiffs(db, input), asDiffs),
    handle: async ({ input, db, operator }) => {
      await handleDiff(db, input, operator.id);
      return null;
    },
  });
};

/** A `dateLimit` asked of a day. */
const dayWithin = {
  given: within.given,
  holds: (column: string, start: unknown, end: unknown) =>
    sql<boolean>`${sql.ref(column)} between ${start}::date and ${end}::date`,
};

const matchingDays: Matching<'reconDay', Omit<InputOf<typeof reconApi.days>, 'page' | 'limit'>> = matchingBy(
  'reconDay',
  (db) => db.selectFrom('reconDay'),
  { firmId: eq, mchConfId: eq, dateLimit: at(dayWithin, 'billDate') },
);

const asDays = (query: SelectQueryBuilder<DB, 'reconDay', object>) =>
  query
    .innerJoin('merchant', 'merchant.id', 'reconDay.mchConfId')
    .select((row) => [
      'reconDay.mchConfId',
      'merchant.name as mchName',
      'reconDay.firmId',
      firmName('reconDay'),
      'reconDay.billDate',
      'reconDay.lines',
      'reconDay.outAmount',
      'reconDay.inAmount',
      'reconDay.at',
      ...(['diffCount', 'openCount'] as const).map((count) =>
        row
          .selectFrom('reconDiff')
          .select(sql<number>`count(*)`.as('n'))
          .whereRef('reconDiff.mchConfId', '=', 'reconDay.mchConfId')
          .whereRef('reconDiff.billDate', '=', 'reconDay.billDate')
          .$if(count === 'openCount', (all) => all.where('reconDiff.state', '=', sql.lit(ReconState.open)))
          .$asScalar()
          .$notNull()
          .as(count),
      ),
    ])
    .orderBy('reconDay.billDate', 'desc')
    .orderBy('reconDay.mchConfId') as never;

const matchingDiffs: Matching<'reconDiff', Omit<InputOf<typeof reconApi.diffs>, 'page' | 'limit'>> = matchingBy(
  'reconDiff',
  (db) => db.selectFrom('reconDiff'),
  {
    firmId: eq,
    mchConfId: eq,
    outBillNo: by(
      (text: string) => [text.replaceAll(/\s/g, '').toUpperCase()],
      (row, number) => row('reconDiff.outBillNo', '=', number),
    ),
    diffType: eq,
    state: eq,
    dateLimit: at(dayWithin, 'billDate'),
  },
);

const asDiffs = (query: SelectQueryBuilder<DB, 'reconDiff', object>) =>
  query
    .innerJoin('merchant', 'merchant.id', 'reconDiff.mchConfId')
    .leftJoin('payout', (join) =>
      join.onRef('payout.outBillNo', '=', 'reconDiff.outBillNo').onRef('payout.mchConfId', '=', 'reconDiff.mchConfId'),
    )
    .select([
      'reconDiff.id',
      'reconDiff.firmId',
      firmName('reconDiff'),
      'reconDiff.mchConfId',
      'merchant.name as mchName',
      'reconDiff.billDate',
      'reconDiff.outBillNo',
      'payout.redInfoId',
      sql<ReconDiff['diffType']>`recon_diff.diff_type`.as('diffType'),
      'reconDiff.ourAmount',
      'reconDiff.billAmount',
      sql<ReconDiff['state']>`recon_diff.state`.as('state'),
      staffName('reconDiff.handledBy').as('handledName'),
      'reconDiff.handledAt',
      'reconDiff.handleRemark',
      'reconDiff.at',
    ])
    .orderBy('reconDiff.id', 'desc');

/** Says what became of a difference, once (62439). Throws 404. */
const handleDiff = async (
  db: Db,
  { id, remark }: InputOf<typeof reconApi.handle>,
  operatorId: number,
): Promise<void> => {
  const diff = await db.selectFrom('reconDiff').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!diff) throw notFound();
  if (diff.state !== ReconState.open) throw refuse(payoutRefusals.handled);
  await db
    .updateTable('reconDiff')
    .set({ state: ReconState.handled, handledBy: operatorId, handledAt: sql<string>`now()`, handleRemark: remark })
    .where('id', '=', id)
    .execute();
};
