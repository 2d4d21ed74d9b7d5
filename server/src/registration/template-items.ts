import type { HandleValue } from '@zhuiyuan/contract/registration/registration';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import {
  ItemSource,
  RegTemplate,
  type LotItem,
  type ProductItem,
  type RegTemplateItem,
} from '@zhuiyuan/contract/trace/product/reg-template';
import type { Db } from '../kit/db/database.ts';

/** The items a product's data template gives the record of the product, of one of its lots, or of a code of both; blank ones stay out. */
export const templateItems = async (db: Db, productId: number | null, lotId: number | null): Promise<HandleValue[]> => {
  const product =
    productId === null
      ? undefined
      : await db
          .selectFrom('product')
          .leftJoin('category', 'category.id', 'product.classId')
          .where('product.id', '=', productId)
          .select([
            'product.regTemplate',
            'product.productNo',
            'product.brand',
            'category.name as className',
            'product.unit',
            'product.origin',
            'product.gtin',
            'product.shelfLife',
            'product.shelfUnit',
            'product.standardNo',
            'product.licenseNo',
          ])
          .executeTakeFirst();
  const items = RegTemplate.parse(product?.regTemplate ?? []);
  if (!product || items.length === 0) return [];
  const lot =
    lotId === null
      ? undefined
      : await db
          .selectFrom('lot')
          .where('id', '=', lotId)
          .select(['expireDate', 'lineNo', 'workshop', 'team', 'planQty', 'qcState'])
          .executeTakeFirst();
  const ofProduct: Record<ProductItem, string | null> = {
    ...product,
    gtin: shownGtin(product.gtin ?? ''),
    shelfLife: product.shelfLife === null ? null : shelfText(product.shelfLife, product.shelfUnit),
  };
  const ofLot: Partial<Record<LotItem, string | null>> = lot
    ? { ...lot, planQty: lot.planQty === null ? null : String(lot.planQty), qcState: QcState.label(lot.qcState) }
    : {};
  const toData = ({ source, field, value }: RegTemplateItem) =>
    source === ItemSource.fixed
      ? value
      : source === ItemSource.product
        ? ofProduct[field as ProductItem]
        : ofLot[field as LotItem];
  return items.flatMap((item): HandleValue[] => {
    const data = toData(item);
    const type = item.source === ItemSource.lot && item.field === 'expireDate' ? 'date' : 'text';
    return data ? [{ index: item.index, name: item.name, type, data, auth: 'public' }] : [];
  });
};
