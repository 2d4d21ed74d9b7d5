import type { FieldDeliver } from '@zhuiyuan/contract/fieldwork/field-goods';
import { mostChips } from '@zhuiyuan/contract/fieldwork/field-goods';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Role } from '../account/require-role.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { countItems } from '../codes/state/custody/count-items.ts';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound } from '../kit/refusal.ts';
import { endName, toHolder } from './holder.ts';
import { toRun } from '../codes/state/ranges.ts';

const images = z.array(z.string());

/** A document that a dealer or shop sent or is sent, by its number or its row; 404 for anybody else's. */
export const readDocument = async (
  db: Db,
  role: Role,
  { id, deliverNo }: { id?: number; deliverNo?: string },
): Promise<FieldDeliver> => {
  const holder = toHolder(role);
  const isEnd = (end: 'from' | 'to') =>
    sql<boolean>`(${sql.ref(`deliver.${end}Kind`)} = ${holder.kind} and ${sql.ref(`deliver.${end}Id`)} = ${holder.id})`;
  const row = await db
    .selectFrom('deliver')
    .where(sql<boolean>`(${isEnd('from')} or ${isEnd('to')})`)
    .$if(id !== undefined, (query) => query.where('deliver.id', '=', id!))
    .$if(id === undefined, (query) => query.where('deliver.deliverNo', '=', (deliverNo ?? '').toUpperCase()))
    .select([
      'deliver.id',
      'deliver.deliverNo',
      'deliver.bizType',
      'deliver.status',
      'deliver.hasDiff',
      'deliver.warehouse',
      'deliver.logisticsName',
      'deliver.logisticsNo',
      'deliver.remark',
      'deliver.shipAt',
      'deliver.signAt',
      'deliver.itemQty',
      'deliver.signQty',
      endName('from').as('fromName'),
      endName('to').as('toName'),
      isEnd('to').as('isReceiver'),
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const open = await db
    .selectFrom('deliverLine')
    .where('deliverId', '=', row.id)
    .where('status', '=', DeliverStatus.shipped)
    .select([
      sql<number>`coalesce(sum(upper(span) - lower(span)), 0)::bigint`.as('openCodes'),
      sql<number>`coalesce(sum(item_qty), 0)::bigint`.as('openQty'),
    ])
    .executeTakeFirstOrThrow();
  const diffs = await db
    .selectFrom('deliverDiff')
    .where('deliverId', '=', row.id)
    .select(['id', 'kind', 'code', 'note', 'images', 'state'])
    .orderBy('id')
    .limit(500)
    .execute();
  return {
    ...(row as Omit<FieldDeliver, 'diffs' | 'openCodes' | 'openQty' | 'wholeOnly'>),
    ...open,
    wholeOnly: role.isStopped,
    diffs: diffs.map((diff) => ({ ...diff, images: images.parse(diff.images) })) as FieldDeliver['diffs'],
  };
};

/** The lines of a document the role may see, what is on its way first, with each code where a line has few. */
export const readLines = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  { deliverId, ...input }: { deliverId: number; page: number; limit: number },
) => {
  const page = await findPage(
    db,
    input,
    db
      .selectFrom('deliverLine')
      .where('deliverLine.deliverId', '=', deliverId)
      .where('deliverLine.status', '<>', DeliverStatus.cancelled),
    (query) =>
      query
        .innerJoin('segment', (join) => join.onRef('segment.seg', '=', 'deliverLine.seg'))
        .leftJoin('product', (join) => join.onRef('product.id', '=', 'deliverLine.productId'))
        .leftJoin('lot', (join) => join.onRef('lot.id', '=', 'deliverLine.lotId'))
        .select([
          'deliverLine.id',
          'deliverLine.level',
          'deliverLine.seg',
          'segment.keyV',
          'deliverLine.productId',
          'deliverLine.isMixed',
          'deliverLine.itemQty',
          'deliverLine.status',
          sql<string>`coalesce(product.store_name, '')`.as('storeName'),
          sql<string>`coalesce(product.spec, '')`.as('spec'),
          sql<string>`coalesce(product.image, '')`.as('image'),
          sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
          sql<number>`lower(deliver_line.span)`.as('from'),
          sql<number>`upper(deliver_line.span) - 1`.as('to'),
        ])
        .orderBy('deliverLine.status')
        .orderBy('deliverLine.id'),
  );
  const places = page.list.map(({ seg, keyV, from, to }) => {
    const serials = to - from < mostChips ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [from, to];
    return serials.map((serial) => ({ seg, keyV, serial }));
  });
  const shown = page.list.map(({ from, to }) => to - from < mostChips);
  const counted = await countItems(
    db,
    firmId,
    places.flatMap((codes, line) =>
      shown[line] && page.list[line]!.level > Level.item ? codes.map((one) => [toRun(one)]) : [],
    ),
  );
  const texts = await keyring.readTexts(db, places.flat());
  let [at, box] = [0, 0];
  const list = page.list.map(({ seg: _seg, keyV: _key, from, to, ...row }, line) => {
    const codes = texts.slice(at, (at += places[line]!.length));
    return {
      ...row,
      codeCount: to - from + 1,
      first: codes[0]!,
      last: codes.at(-1)!,
      codes: shown[line]
        ? codes.map((code) => ({ code, itemQty: row.level > Level.item ? counted[box++]!.items : 1 }))
        : [],
    };
  });
  return { ...page, list: list as never[] };
};
