import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { Drawer } from 'antd';
import X from 'icon:x';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { Lots } from './lots.tsx';
import type { LotsOf } from './use-lots-drawer.ts';
import '../trace.css';

const LocalLots = ({ product }: { product: ProductRow }) => (
  <Lots product={product} search={useLocalSearch(lotApi.list, { fixed: { productId: product.id } })} />
);

/** 批次 of one product beside the list of products. */
export const LotsDrawer = ({ drawer }: { drawer: LotsOf }) => {
  const isNarrow = useNarrow();
  return (
    <Drawer
      open={drawer.product !== undefined}
      onClose={drawer.close}
      size={isNarrow ? '100%' : 'min(1240px, calc(100vw - 200px))'}
      destroyOnHidden
      className="zy-drawer zy-lots"
      closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
      title={
        <>
          批次
          <small className="zy-drawer-name">{drawer.product?.storeName}</small>
        </>
      }
    >
      {drawer.product && <LocalLots key={drawer.product.id} product={drawer.product} />}
    </Drawer>
  );
};
