import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

type LotFilters = Record<string, string>;

/** Filters that links of the first page open the lots of all products with. */
const links: Record<string, () => LotFilters> = {
  qc: () => ({ qcState: '0' }),
  recall: () => ({ recallState: '1' }),
  expire: () => ({ expireDate: `${shanghaiToday()},${addDays(shanghaiToday(), 30)}` }),
};

export interface LotsOf {
  isOpen: boolean;
  /** Absent: the lots of every product. */
  product: ProductRow | undefined;
  initial: LotFilters;
  /** Changes with every opening. */
  key: string;
  open: (product: ProductRow) => void;
  close: () => void;
}

/** Whose lots are shown: of the product whose link was pressed, or of all, as `?lots=` in the address says. */
export const useLotsDrawer = (): LotsOf => {
  const [product, setProduct] = useState<ProductRow>();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const parameters = new URLSearchParams(search);
  const link = parameters.get('lots') ?? '';
  const filters = links[link]?.();
  return {
    isOpen: product !== undefined || filters !== undefined,
    product,
    initial: product ? {} : (filters ?? {}),
    key: product ? `product ${product.id}` : link,
    open: setProduct,
    close: () => {
      setProduct(undefined);
      if (!link) return;
      parameters.delete('lots');
      void navigate({ pathname, search: parameters.toString() }, { replace: true });
    },
  };
};
