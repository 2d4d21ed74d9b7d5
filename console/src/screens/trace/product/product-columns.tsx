import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import { GtinKind, shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { cell, type Column } from '../../../parts/list/columns.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import '../trace.css';

/** 条码 without leading zeros; internal ones carry their mark. */
export const gtinColumn: Column<ProductRow> = cell(
  'gtin',
  '条码',
  ({ gtin, gtinKind }) =>
    gtin ? (
      <span className="zy-gtin">
        {shownGtin(gtin)}
        {gtinKind === GtinKind.internal && <small>内部</small>}
      </span>
    ) : (
      '-'
    ),
  { width: 156 },
);

export const packColumn: Column<ProductRow> = cell('caseNum', '包装比例', (row) => <Cut>{packText(row)}</Cut>, {
  width: 164,
});

export const shelfColumn: Column<ProductRow> = cell(
  'shelfLife',
  '保质期',
  (row) => shelfText(row.shelfLife, row.shelfUnit),
  { width: 76 },
);

/** 批次数 as the link to them. */
export const lotsColumn = (open: (row: ProductRow) => void, mayOpen: boolean): Column<ProductRow> =>
  cell(
    'lotCount',
    '批次数',
    (row) =>
      mayOpen ? (
        <button type="button" className="zy-link" onClick={() => open(row)}>
          {countText(row.lotCount)}
        </button>
      ) : (
        countText(row.lotCount)
      ),
    { width: 72, align: 'right' },
  );

/** 溯源模板 of the product, or that it shows its firm's default. */
export const templateColumn: Column<ProductRow> = cell(
  'tempName',
  '溯源模板',
  (row) => <Cut>{row.tempName || '企业默认'}</Cut>,
  { width: 112 },
);
