import { BoxState, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { packingApi, type BoxRow } from '@zhuiyuan/contract/packing/packing';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Exporter, FoundBy } from '../jobs/exporter.ts';
import { asBoxRows, completeBoxes, matchingBoxes, type BoxFilters } from './list-boxes.ts';

/** Boxes as a file, each with how full it is and where it lies. */
export const boxExporter = (
  keyring: Keyring,
): Exporter<BoxRow, BoxFilters, FoundBy<typeof asBoxRows> & { exactTime: string }> => ({
  biz: 'box',
  title: '箱列表',
  may: packingApi.export.may,
  columns: [
    { title: '箱码', width: 26, cell: (row) => row.code },
    { title: '箱级别', cell: (row) => Level.label(row.level) },
    { title: '状态', cell: (row) => BoxState.label(row.boxState) },
    { title: '产品', width: 32, cell: (row) => row.storeName },
    { title: '批号', width: 20, cell: (row) => row.lotNo },
    { title: '混装', cell: (row) => (row.isMixed ? '是' : '否') },
    { title: '已装', cell: (row) => row.childCnt },
    { title: '容量', cell: (row) => row.capacity },
    { title: '内含件数', cell: (row) => row.itemQty },
    { title: '上级箱码', width: 26, cell: (row) => row.parentCode },
    { title: '发货状态', cell: (row) => Shipping.label(row.shipStatus) },
    { title: '持有方', width: 32, cell: (row) => row.holderName },
    { title: '装箱人', cell: (row) => row.operatorName },
    { title: '所属企业', width: 32, cell: (row) => row.firmName },
    { title: '装箱时间', width: 20, cell: (row) => row.packedAt },
  ],
  filters: packingApi.export.input,
  async page(db, filters, after, limit) {
    let matching = await matchingBoxes(db, keyring, filters);
    if (after)
      matching = matching.where(sql<boolean>`(box.packed_at, box.id) < (${after.exactTime}::timestamptz, ${after.id})`);
    return asBoxRows(matching)
      .select(sql<string>`box.packed_at::text`.as('exactTime'))
      .limit(limit)
      .execute();
  },
  complete: (db, rows) => completeBoxes(db, keyring, rows),
});
