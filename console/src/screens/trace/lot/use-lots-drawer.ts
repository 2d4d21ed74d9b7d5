import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { useState } from 'react';

export interface LotsOf {
  /** Absent while nothing is shown. */
  product: ProductRow | undefined;
  open: (product: ProductRow) => void;
  close: () => void;
}

/** Whose lots are shown beside the list of products. */
export const useLotsDrawer = (): LotsOf => {
  const [product, setProduct] = useState<ProductRow>();
  return { product, open: setProduct, close: () => setProduct(undefined) };
};
