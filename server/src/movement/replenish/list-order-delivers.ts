import type { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { findPage } from '../../kit/db/paging.ts';

const asRows = (query: SelectQueryBuilder<DB, 'deliver', object>) =>
  query
    .select([
      'deliver.id',
      'deliver.deliverNo',
      'deliver.itemQty',
      'deliver.signQty',
      sql<(typeof DeliverStatus.options)[number]['value']>`deliver.status`.as('status'),
      'deliver.logisticsName',
      'deliver.logisticsNo',
      'deliver.shipAt',
      'deliver.signAt',
    ])
    .orderBy('deliver.shipAt', 'desc')
    .orderBy('deliver.id', 'desc');

/** 发货记录: the shipping documents of an order, the latest first. */
export const listOrderDelivers = (db: Db, { orderId, ...page }: { orderId: number; page: number; limit: number }) =>
  findPage(db, page, db.selectFrom('deliver').where('deliver.orderId', '=', orderId), asRows);
