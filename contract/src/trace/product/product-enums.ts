import { ShelfUnit } from '../lot/shelf-unit.ts';
import { enumeration } from '../../kit/enumeration.ts';

/** Where a product's barcode comes from. */
export const GtinKind = enumeration({
  gs1: { value: 1, label: 'GS1商品条码' },
  internal: { value: 2, label: '平台内部编码' },
});

/** Units the form offers; any other of up to eight characters may be typed. */
export const unitOptions = ['瓶', '盒', '袋', '罐', '支', '件'] as const;

/** Shelf life in words: `18个月`; `-` when there is none. */
export const shelfText = (life: number | null, unit: number): string =>
  life ? `${life}${unit === ShelfUnit.month ? '个月' : ShelfUnit.label(unit)}` : '-';
