import type { NeedItem } from '@zhuiyuan/contract/movement/replenish/need-draft';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { cell, count, name, type Column } from '../../../parts/list/columns.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';

/** 3 大箱 */
export const qtyText = ({ qty, unit }: Pick<NeedItem, 'qty' | 'unit'>): string =>
  `${countText(qty)} ${NeedUnit.label(unit)}`;

/** The lines of a request or an order, for a short table. */
export const itemColumns = <Row extends NeedItem>(): Column<Row>[] => [
  name<Row>('storeName', '产品', { picture: 'image' }),
  cell('spec', '规格', (row) => row.spec || '-', { width: 120 }),
  cell('qty', '数量', qtyText, { width: 96, align: 'right' }),
  count<Row>('itemQty', '件数', { width: 84 }),
  cell('price', '单价（元）', (row) => moneyText(row.price), { width: 110, align: 'right' }),
  cell('amount', '金额（元）', (row) => moneyText(row.qty * row.price), { width: 120, align: 'right' }),
];
