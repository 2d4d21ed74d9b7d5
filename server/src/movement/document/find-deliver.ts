import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { DeliverStatus, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import type { Deliver, DeliverParty, RegionCheck } from '@zhuiyuan/contract/movement/document/deliver';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { regionNames } from '../../settings/region-names.ts';
import { readSalesRegions } from '../sales-regions.ts';
import { completeDelivers, withDeliverColumns } from './deliver-list.ts';

/** Products named where they are not authorised. */
const mostNamed = 50;

const readProducts = async (db: Db, { id, firmId }: { id: number; firmId: number }) => {
  const { rows } = await sql<{ id: number; storeName: string }>`
    select product.id, product.store_name from product where product.firm_id = ${firmId} and product.id in (
      select line.product_id from deliver_line line where line.deliver_id = ${id}
      union select part.product_id from deliver_line line join deliver_line_part part on part.line_id = line.id
      where line.deliver_id = ${id} and line.is_mixed)
    order by product.id`.execute(db);
  return rows;
};

/** 区域核对: whether the place a document goes to lies in the receiver's sales regions, and they hold for its products. */
const checkRegions = async (
  db: Db,
  document: { id: number; firmId: number },
  to: { kind: number; id: number; regionCode: string },
): Promise<RegionCheck> => {
  const shipped = await readProducts(db, document);
  const regions = await readSalesRegions(db, to);
  const told = { regionNames: regions.names, productCnt: shipped.length };
  if (regions.names.length === 0) return { ...told, state: 'none', products: [] };
  const products = shipped.filter(({ id }) => !regions.allows(id));
  return {
    ...told,
    state: regions.isOutside ? 'outside' : products.length > 0 ? 'products' : 'ok',
    products: products.slice(0, mostNamed),
  };
};

interface End {
  firmId: number;
  kind: number;
  id: number;
}

/** A party with whom to talk to and where it is, its phone whole. */
const readParty = async (db: Db, { firmId, kind, id }: End): Promise<DeliverParty & { regionCode: string }> => {
  const party =
    kind === Holder.firm
      ? await db
          .selectFrom('firm')
          .where('id', '=', firmId)
          .select(['name', sql<string>`''`.as('no'), 'contact', 'phone', 'regionCode', 'address'])
          .executeTakeFirst()
      : kind === Holder.agent
        ? await db
            .selectFrom('agent')
            .where('id', '=', id)
            .select(['name', 'agentNo as no', 'contact', 'phone', 'regionCode', 'address'])
            .executeTakeFirst()
        : await db
            .selectFrom('shop')
            .where('id', '=', id)
            .select(['name', 'shopNo as no', 'contact', 'phone', 'regionCode', 'address'])
            .executeTakeFirst();
  const { regionCode = '', address = '', ...known } = party ?? { name: '', no: '', contact: '', phone: '' };
  const region = (await regionNames(db, [regionCode])).get(regionCode) ?? '';
  return {
    kind: kind as DeliverParty['kind'],
    id,
    ...known,
    // Many an address begins with its region already.
    address: region && !address.startsWith(region.slice(0, 3)) ? region + address : address,
    regionCode,
  };
};

const masked = ({ regionCode: _region, ...party }: DeliverParty & { regionCode: string }): DeliverParty => ({
  ...party,
  phone: maskPhone(party.phone),
});

const sumUp = (db: Db, id: number) =>
  db
    .selectFrom('deliverLine')
    .where('deliverId', '=', id)
    .select([
      sql<number>`count(*)::int`.as('lineCnt'),
      sql<number>`coalesce(sum(upper(span) - lower(span)) filter (where level = ${sql.lit(Level.item)} and status <> ${sql.lit(DeliverStatus.cancelled)}), 0)::bigint`.as(
        'looseQty',
      ),
      sql<string | null>`min(end_at) filter (where status = ${sql.lit(DeliverStatus.signed)})`.as('firstSignAt'),
    ])
    .executeTakeFirstOrThrow();

/** What a document's printed code opens: its own page, under the firm's domain where it has one. */
const toUrl = async (db: Db, publicUrl: string, { firmId, deliverNo }: { firmId: number; deliverNo: string }) => {
  const firm = await db.selectFrom('firm').where('id', '=', firmId).select('domain').executeTakeFirst();
  return `${firm?.domain ? `https://${firm.domain}` : publicUrl}/d/${deliverNo}`;
};

/** A document with its parties, by its row or the number printed on it; 404 for another firm's. */
export const readDeliver = async (
  db: Db,
  publicUrl: string,
  { id, deliverNo }: { id?: number; deliverNo?: string },
  { showsPhones }: { showsPhones: boolean },
): Promise<Deliver> => {
  const found = await withDeliverColumns(
    id === undefined
      ? db.selectFrom('deliver').where('deliver.deliverNo', '=', deliverNo!.trim().toUpperCase())
      : db.selectFrom('deliver').where('deliver.id', '=', id),
  )
    .select([
      'deliver.channelId',
      sql<string>`coalesce((select channel.name from channel where channel.firm_id = deliver.firm_id and channel.id = deliver.channel_id), '')`.as(
        'channelName',
      ),
      'deliver.warehouse',
      'deliver.plateNo',
      'deliver.driver',
      'deliver.reason',
      'deliver.remark',
      'deliver.printCnt',
    ])
    .executeTakeFirst();
  if (!found) throw notFound();
  const [row] = await completeDelivers(db, [found]);
  const { firmId } = found;
  const from = await readParty(db, { firmId, kind: found.fromKind, id: found.fromId });
  const to = await readParty(db, { firmId, kind: found.toKind, id: found.toId });
  const region = await checkRegions(db, found, to);
  const diffs = await db
    .selectFrom('deliverDiff')
    .where('deliverId', '=', found.id)
    .select([
      sql<number>`count(*)::int`.as('diffCnt'),
      sql<number>`(count(*) filter (where state = ${sql.lit(DiffState.open)}))::int`.as('openDiffCnt'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...row!,
    ...(await sumUp(db, found.id)),
    ...diffs,
    productCnt: region.productCnt,
    region,
    url: await toUrl(db, publicUrl, found),
    from: showsPhones ? from : masked(from),
    to: showsPhones ? to : masked(to),
  } as Deliver;
};
