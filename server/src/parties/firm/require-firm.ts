import type { Firm } from '@zhuiyuan/contract/parties/firm/firm';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { regionName } from '../../settings/region-names.ts';
import { asFirmRows, matchingFirms } from './find-firms.ts';

/** Everything about one firm, its phone whole, with how many dealers, shops, products, lots and accounts it has. */
export const requireFirm = async (db: Db, id: number): Promise<Firm> => {
  const firm = await asFirmRows(matchingFirms(db, { ids: [id] }))
    .select((row) => [
      'firm.shortName',
      'firm.licenseImage',
      'firm.images',
      'firm.legalName',
      'firm.email',
      'firm.address',
      'firm.lng',
      'firm.lat',
      'firm.intro',
      'firm.website',
      'firm.servicePhone',
      row.fn.coalesce('firm.gcp', sql<string>`''`).as('gcp'),
      row.fn.coalesce('firm.gln', sql<string>`''`).as('gln'),
      row.fn.coalesce('firm.domain', sql<string>`''`).as('domain'),
      'firm.validFrom',
      'firm.auditAt',
      'firm.remark',
    ])
    .executeTakeFirst();
  if (!firm) throw notFound();
  const count = async (table: 'agent' | 'shop' | 'product' | 'lot') => {
    const rows = db.selectFrom(table).where('firmId', '=', id).where('isDel', '=', 0);
    return (await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  };
  const staff = await db
    .selectFrom('admin')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('firmId', '=', id)
    .where('isDel', '=', false)
    .executeTakeFirstOrThrow();
  return {
    ...firm,
    agentNum: await count('agent'),
    shopNum: await count('shop'),
    productNum: await count('product'),
    lotNum: await count('lot'),
    staffNum: staff.n,
    regionName: await regionName(db, firm.regionCode),
    images: firm.images as string[],
  };
};
