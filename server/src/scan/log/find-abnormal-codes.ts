import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { SelectScope } from '@zhuiyuan/contract/scan/query/query-setting';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { toCodeId, toSeg, toSerial } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { inOrder } from '../../kit/db/in-order.ts';
import { sql } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { notFound } from '../../kit/refusal.ts';
import { rollUp } from '../../kit/db/roll-up.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readCustody } from '../../codes/state/custody/read-custody.ts';
import { runsHeldBy } from '../../codes/state/custody/runs-held-by.ts';
import { asRows } from '../../codes/state/pieces.ts';
import { toRun, type Run } from '../../codes/state/ranges.ts';
import { withChildren } from '../../codes/state/with-children.ts';

/** Cities within seven days that make a code odd. */
const oddCities = 3;

/**
 * Looks at the codes asked about since the last round: those counted as often as their setting allows, or in three cities
 * and more within seven days, are kept as odd. A trusted code stays trusted.
 */
export const findAbnormalCodes = (db: Db): Promise<void> =>
  rollUp(db, 'odd codes', async (transaction, isFresh) => {
    await sql`
      insert into odd_code as kept (seg, serial, firm_id, code_text, product_id, lot_id, cnt, city_count, first_at, last_at)
      select seg, serial, firm_id, code_text, product_id, lot_id, cnt, cities, first_at, last_at
      from (
        select u.seg, u.serial, u.firm_id, u.cnt, u.first_at, u.last_at, latest.code_text, latest.product_id, latest.lot_id,
          (select count(distinct city) from scan_log l
            where l.seg = u.seg and l.serial = u.serial and l.is_counted and l.city <> '' and l.at > u.last_at - interval '7 days') as cities,
          coalesce(own.over_limit, general.over_limit, (firm.settings ->> 'overLimit')::int, 5) as over_limit
        from (select distinct on (seg, serial) seg, serial, code_text, product_id, lot_id from scan_log
          where ${isFresh} and is_counted order by seg, serial, at desc) latest
        join unit_scan u on u.seg = latest.seg and u.serial = latest.serial and u.first_at is not null
        join firm on firm.id = u.firm_id
        left join select_config_product chosen on chosen.product_id = latest.product_id
        left join select_config own on own.id = chosen.config_id and own.status = ${sql.lit(Enabled.on)} and own.is_del = 0
        left join select_config general on general.firm_id = u.firm_id and general.scope = ${sql.lit(SelectScope.firm)} and general.status = ${sql.lit(Enabled.on)} and general.is_del = 0
      ) asked
      where cnt >= over_limit or cities >= ${oddCities}
      on conflict (seg, serial) do update set cnt = excluded.cnt, city_count = excluded.city_count, last_at = excluded.last_at,
        product_id = excluded.product_id, lot_id = excluded.lot_id`.execute(transaction);
  });

type Filters = Omit<InputOf<typeof scanLogApi.abnormal>, 'page' | 'limit'>;
type Found = Omit<Filters, 'code' | 'agentId'> & { seg?: number; serial?: number; held?: readonly Run[] };

const matching: Matching<'odd', Found, DB & { odd: DB['oddCode'] }> = matchingBy(
  'odd',
  (db) => db.selectFrom('oddCode as odd'),
  {
    isWhite: eq,
    dateLimit: at(within, 'lastAt'),
    firmId: eq,
    productId: eq,
    held: (runs) => sql<boolean>`exists (
      select from (${asRows(runs)}) r where r.seg = odd.seg and odd.serial between r.a and r.b)`,
    seg: eq,
    serial: eq,
  },
);

/** What an agent has or is being sent, with everything in his boxes. */
const heldByAgent = async (db: Db, agentId: number): Promise<Run[]> => {
  const agent = await db.selectFrom('agent').where('id', '=', agentId).select('firmId').executeTakeFirst();
  if (!agent) return [];
  return withChildren(db, agent.firmId, await runsHeldBy(db, agent.firmId, Holder.agent, [agentId]));
};

/** The odd codes a list is about. */
export const matchingAbnormalCodes = async (db: Db, keyring: Keyring, { code, agentId, ...filters }: Filters) => {
  const held = agentId === undefined ? undefined : await heldByAgent(db, agentId);
  if (!code) return matching(db, { ...filters, held });
  const { seg, serial } = (await keyring.find(db, code))?.place ?? { seg: 0, serial: 0 };
  return matching(db, { ...filters, held, seg, serial });
};

/** Adds what a row of the list shows, the latest first. */
const asAbnormalCodeRows = (query: Awaited<ReturnType<typeof matchingAbnormalCodes>>) =>
  query
    .innerJoin('firm', 'firm.id', 'odd.firmId')
    .leftJoin('product', 'product.id', 'odd.productId')
    .leftJoin('lot', 'lot.id', 'odd.lotId')
    .leftJoin('admin', 'admin.id', 'odd.whiteBy')
    .select([
      'odd.seg',
      'odd.serial',
      'odd.firmId',
      'firm.name as firmName',
      'odd.codeText as code',
      sql<string>`coalesce(product.store_name, '')`.as('storeName'),
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'odd.cnt',
      'odd.cityCount',
      'odd.firstAt',
      'odd.lastAt',
      'odd.isWhite',
      'odd.whiteReason',
      'odd.whiteAt',
      sql<string>`coalesce(admin.real_name, '')`.as('whiteBy'),
    ])
    .orderBy('odd.lastAt', 'desc')
    .orderBy('odd.seg')
    .orderBy('odd.serial');

/** Rows of the list in a chosen order. */
export const abnormalCodesBy = inOrder(asAbnormalCodeRows, {
  cnt: ['odd.cnt', 'odd.seg', 'odd.serial'],
  lastAt: ['odd.lastAt', 'odd.seg', 'odd.serial'],
});

interface OddRow {
  seg: number;
  serial: number;
  firmId: number;
}

/** Rows of the list with the agents who have the codes, alone or in their boxes. */
export const abnormalCodeRows = async <Row extends OddRow>(db: Db, rows: readonly Row[]) => {
  const custody = await readCustody(db, [...new Set(rows.map(({ firmId }) => firmId))], rows.map(toRun));
  const held = custody.filter(({ holderKind }) => holderKind === Holder.agent);
  const ids = [...new Set(held.map(({ holderId }) => holderId!))];
  const agents =
    ids.length === 0 ? [] : await db.selectFrom('agent').where('id', 'in', ids).select(['id', 'name']).execute();
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  return rows.map(({ seg, serial, ...row }) => {
    const piece = held.find((one) => one.seg === seg && one.from <= serial && serial <= one.to);
    return { ...row, id: toCodeId(seg, serial), agentName: (piece && names.get(piece.holderId!)) ?? '' };
  });
};

/** Trusts an odd code, so that it is no longer listed as one, or takes that back. */
export const trustCode = async (
  db: Db,
  codeId: number,
  trust: { isWhite: boolean; reason: string; operatorId: number },
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('oddCode')
    .set({
      isWhite: trust.isWhite,
      whiteReason: trust.reason,
      whiteBy: trust.isWhite ? trust.operatorId : null,
      whiteAt: trust.isWhite ? sql`now()` : null,
    })
    .where('seg', '=', toSeg(codeId))
    .where('serial', '=', toSerial(codeId))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
};
