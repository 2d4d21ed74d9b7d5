import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { GtinKind, shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import type { Column } from '../../kit/sheets/xlsx.ts';

/** Columns of the exported list of products. */
export const productColumns: Column<ProductRow>[] = [
  { title: '产品名称', width: 36, cell: (row) => row.storeName },
  { title: '产品编号', cell: (row) => row.productNo },
  { title: '产品分类', cell: (row) => row.className },
  { title: '品牌', cell: (row) => row.brand },
  { title: '规格型号', cell: (row) => row.spec },
  { title: '计量单位', cell: (row) => row.unit },
  { title: '条码', width: 18, cell: (row) => shownGtin(row.gtin) },
  { title: '条码类型', width: 18, cell: (row) => GtinKind.label(row.gtinKind) },
  { title: '包装比例', width: 26, cell: packText },
  { title: '保质期', cell: (row) => (row.shelfLife === null ? '' : shelfText(row.shelfLife, row.shelfUnit)) },
  { title: '溯源模板', width: 20, cell: (row) => row.tempName || '企业默认' },
  { title: '批次数', cell: (row) => row.lotCount },
  { title: '已启用码', cell: (row) => row.codeCount },
  { title: '扫码数', cell: (row) => row.scanCount },
  { title: '标识注册', cell: (row) => (row.regOn ? '是' : '否') },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
