import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { deliverApi, DeliverDiff } from '@zhuiyuan/contract/movement/document/deliver';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { firmName } from '../../kit/db/selectors.ts';
import { partyName } from '../../codes/lookup/party-name.ts';

type Filters = Omit<InputOf<typeof deliverApi.diffs>, 'page' | 'limit'>;

const ofReceiver = (column: 'toKind' | 'toId') =>
  by<'deliverDiff', number, readonly [number]>(
    (value) => [value],
    (row, value) =>
      row('deliverDiff.deliverId', 'in', row.selectFrom('deliver').select('deliver.id').where(column, '=', value)),
  );

const matching: Matching<'deliverDiff', Filters> = matchingBy('deliverDiff', (db) => db.selectFrom('deliverDiff'), {
  firmId: eq,
  deliverId: eq,
  keywords: at(contains, 'code'),
  toKind: ofReceiver('toKind'),
  toId: ofReceiver('toId'),
  kind: eq,
  state: eq,
  dateLimit: at(within, 'createdAt'),
});

/**
 * What was shipped at the code of a difference, found by the code alone: it was shipped a few times, while its firm and its document
 * may have very many lines, by which a lasting plan would look for it.
 */
const shipped = sql<{ storeName: string | null; lotNo: string | null }>`(
  select product.store_name, lot.lot_no
  from (select line.firm_id, line.deliver_id, line.product_id, line.lot_id from deliver_line line
    where line.seg = deliver_diff.seg and line.span @> deliver_diff.serial offset 0) line
  left join product on product.id = line.product_id
  left join lot on lot.id = line.lot_id
  where line.firm_id = deliver_diff.firm_id and line.deliver_id = deliver_diff.deliver_id limit 1)`;

const asDiffRows = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('deliver', 'deliver.id', 'deliverDiff.deliverId')
    .leftJoin('segment', 'segment.seg', 'deliverDiff.seg')
    .leftJoin('admin', 'admin.id', 'deliverDiff.handledBy')
    .leftJoinLateral(shipped.as('goods'), (join) => join.onTrue())
    .select([
      'deliverDiff.id',
      'deliverDiff.firmId',
      firmName('deliverDiff'),
      'deliverDiff.deliverId',
      'deliver.deliverNo',
      partyName('deliver', 'from').as('fromName'),
      partyName('deliver', 'to').as('toName'),
      'deliverDiff.kind',
      'deliverDiff.code',
      'deliverDiff.seg',
      'deliverDiff.serial',
      'segment.level',
      sql<string>`coalesce(goods.store_name, '')`.as('storeName'),
      sql<string>`coalesce(goods.lot_no, '')`.as('lotNo'),
      'deliverDiff.note',
      'deliverDiff.images',
      'deliverDiff.state',
      'deliverDiff.act',
      'deliverDiff.remark',
      sql<string>`coalesce(admin.real_name, '')`.as('handledBy'),
      'deliverDiff.handledAt',
      'deliverDiff.createdAt as createTime',
    ])
    .orderBy('deliverDiff.id', 'desc');

const Addresses = z.array(z.string());

/** What was not as it should be when goods were signed for, the latest first. */
export const listDiffs = async (
  db: Db,
  { keywords, ...input }: InputOf<typeof deliverApi.diffs>,
): Promise<DataOf<typeof deliverApi.diffs>> => {
  // The number of a document finds all of its differences, any other word those of codes that hold it.
  const named =
    keywords &&
    (await db.selectFrom('deliver').where('deliverNo', '=', keywords.toUpperCase()).select('id').executeTakeFirst());
  const words = named ? { deliverId: input.deliverId ?? named.id } : { keywords };
  const page = await findPage(db, input, matching(db, { ...input, ...words }), asDiffRows);
  const list = page.list.map(({ seg, serial, images, ...row }) => ({
    ...row,
    codeId: seg === null || serial === null ? null : toCodeId(seg, serial),
    images: Addresses.parse(images),
  }));
  return { ...page, list: list as DeliverDiff[] };
};
