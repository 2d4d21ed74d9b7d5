import { by, contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { withEnds, type Ends } from '../cipher/with-ends.ts';

interface SegmentFilters {
  firmId?: number;
  taskNo?: string;
  taskId?: number;
  productId?: number;
  level?: number;
  state?: number;
  source?: number;
  /** Segments that have this serial. */
  serial?: number;
}

/** Segments that pass the filters, without columns. */
export const matchingSegments: Matching<'segment', SegmentFilters> = matchingBy(
  'segment',
  (db) => db.selectFrom('segment'),
  {
    firmId: eq,
    taskId: eq,
    taskNo: by(
      (part: string) => contains.given(part),
      (row, ...given) =>
        row(
          'segment.taskId',
          'in',
          row
            .selectFrom('task')
            .select('task.id')
            .where(contains.holds('task.taskNo', ...given)),
        ),
    ),
    productId: by(
      (id: number) => [id],
      (row, id) =>
        row('segment.taskId', 'in', row.selectFrom('task').select('task.id').where('task.productId', '=', id)),
    ),
    level: eq,
    state: eq,
    source: eq,
    serial: by(
      (serial: number) => [serial],
      (row, serial) => row('segment.count', '>=', serial),
    ),
  },
);

/** The columns a segment row is made from. */
export const segmentColumns = (query: SelectQueryBuilder<DB, 'segment', object>) =>
  query
    .innerJoin('task', 'task.id', 'segment.taskId')
    .innerJoin('firm', 'firm.id', 'segment.firmId')
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'task.productId'))
    .select([
      'segment.seg',
      'segment.firmId',
      'firm.name as firmName',
      'segment.taskId',
      'task.taskNo',
      'segment.level',
      'segment.source',
      'segment.fmt',
      'segment.keyV',
      'segment.count',
      'segment.activeCnt',
      'segment.voidCnt',
      'segment.scanCnt',
      'segment.state',
      'segment.createdAt as createTime',
    ])
    .select((row) => [
      sql<string>`coalesce(product.store_name, '通用码')`.as('storeName'),
      row
        .selectFrom('registration')
        .where('registration.objKind', '=', ObjectKind.run)
        .whereRef('registration.seg', '=', 'segment.seg')
        .select('registration.status')
        .orderBy(sql`lower(registration.span)`)
        .limit(1)
        .as('regStatus'),
    ]);

type Read = Omit<SegmentRow, 'firstCode' | 'lastCode' | 'level' | 'fmt' | 'state' | 'regStatus'> & {
  keyV: string | null;
  level: number;
  fmt: string;
  state: number;
  regStatus: number | null;
};

/** Adds the first and last code of each segment. */
export const segmentRows = async (db: Db, keyring: Keyring, rows: Read[]): Promise<(Read & Ends)[]> =>
  withEnds(db, keyring, rows, ({ seg, keyV, count }) => ({ seg, keyV, serialFrom: 1, serialTo: count }));
