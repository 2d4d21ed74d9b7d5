import { BoxState, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { BoxRow } from '@zhuiyuan/contract/packing/packing';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink, LotLink, ProductLink } from '../../parts/format/object-links.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import { cell, code, count, enumDot, enumTag, extra, linked, text, type Column } from '../../parts/list/columns.tsx';

/** What every list of boxes shows of a box, up to who packed it. */
export const boxColumns = <Row extends Omit<BoxRow, 'packedAt'>>(open: (row: Row) => void): Column<Row>[] => [
  code('code', '箱码', { width: 204, open }),
  enumTag('boxState', '状态', BoxState, { width: 96 }),
  enumDot('level', '箱级别', Level, { width: 68 }),
  cell(
    'childText',
    '装量',
    (row) => (
      <span className={row.childCnt >= row.capacity ? 'zy-box-full' : undefined}>
        {countText(row.childCnt)}/{countText(row.capacity)}
      </span>
    ),
    { width: 76, align: 'right' },
  ),
  linked('storeName', '产品', (row, label) => <ProductLink id={row.productId}>{label}</ProductLink>, { width: 160 }),
  {
    ...cell<Row>(
      'lotNo',
      '批号',
      (row) => (
        <span className="zy-box-lot">
          {row.lotNo ? <LotLink id={row.lotId}>{row.lotNo}</LotLink> : '-'}
          {row.isMixed && <Tag tone="kind">混装</Tag>}
        </span>
      ),
      { width: 148 },
    ),
    bare: (row) => row.lotNo || '-',
  },
  count('itemQty', '内含件数', { width: 88 }),
  cell('parentCode', '上级箱码', (row) => (row.parentCode ? <CodeLink code={row.parentCode} /> : '-'), {
    width: 190,
  }),
  enumDot('shipStatus', '发货状态', Shipping, { width: 92 }),
  extra(text('holderName', '持有方', { width: 132 })),
  extra(text('operatorName', '装箱人', { width: 84 })),
];
