import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { readAddress } from '@zhuiyuan/contract/codes/cipher/code-input';
import { noGs1Text } from '@zhuiyuan/contract/codes/tasks/task-draft';
import type { Counts } from '@zhuiyuan/contract/codes/tasks/task-plan';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import type { BarcodeChanging } from '../../trace/product/product-writes.ts';
import type { PrintedGtins } from '../cipher/code-url-prefix.ts';

/**
 * The barcodes that the links of a new task name, of the levels it has; boxes without a barcode of their own get short links. The product
 * is held, so that its barcodes stay what they are until the task is there. Refuses a product without a GS1 barcode.
 */
export const toPrintedGtins = async (
  db: Db,
  productId: number | undefined,
  { itemCount, boxCount, caseCount }: Counts,
): Promise<PrintedGtins> => {
  const product =
    productId === undefined
      ? undefined
      : await db
          .selectFrom('product')
          .where('id', '=', productId)
          .where('gtinKind', '=', GtinKind.gs1)
          .select(['gtin', 'gtinBox', 'gtinCase'])
          // Who activates codes counts them in this row and is not waited for; who changes the product is.
          .forKeyShare()
          .executeTakeFirst();
  if (!product?.gtin) throw invalid('urlStyle', noGs1Text);
  return {
    gtin: itemCount > 0 ? product.gtin : null,
    gtinBox: boxCount > 0 ? product.gtinBox : null,
    gtinCase: caseCount > 0 ? product.gtinCase : null,
  };
};

/** The barcode in the links that codes were printed with elsewhere, whatever their level; none where their prefix names none. */
export const gtinsOfPrefix = (urlPrefix: string): PrintedGtins => {
  const gtin = readAddress(urlPrefix).gtin ?? null;
  return { gtin, gtinBox: gtin, gtinCase: gtin };
};

/** Keeps a barcode of a product that its tasks printed links with. */
export const refusePrinted = async (db: Db, { productId, field, barcode }: BarcodeChanging): Promise<void> => {
  const printed = await db
    .selectFrom('task')
    .where('productId', '=', productId)
    .where('phase', '<>', TaskPhase.cancelled)
    .where((row) => row.or([row('gtin', '=', barcode), row('gtinBox', '=', barcode), row('gtinCase', '=', barcode)]))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!printed) return;
  // What was typed stands in its place: whoever wants the former one back has to read it somewhere.
  const message = `${traceRefusals.barcodePrinted[1]}（原为 ${barcode.replace(/^0(?=\d{13}$)/, '')}）`;
  throw refuse(traceRefusals.barcodePrinted, {}, { fields: [{ field, message }] });
};
