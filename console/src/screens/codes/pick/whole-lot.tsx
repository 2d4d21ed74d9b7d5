import { Select } from 'antd';
import { useLots, useProducts } from '../../../parts/pickers/use-choices.ts';

/** 批次: every code that is bound to one lot of a product. */
export const WholeLot = ({
  productId,
  lotId,
  change,
}: {
  productId: number | undefined;
  lotId: number | undefined;
  change: (chosen: { productId?: number; lotId?: number }) => void;
}) => {
  const products = useProducts();
  const lots = useLots(productId);
  return (
    <>
      <Select
        className="zy-full"
        aria-label="产品"
        placeholder="请选择产品"
        showSearch={{ optionFilterProp: 'label' }}
        value={productId}
        onChange={(next: number) => change({ productId: next, lotId: undefined })}
        options={products.map((row) => ({ value: row.id, label: row.storeName }))}
        notFoundContent="没有启用的产品"
      />
      <Select
        className="zy-full"
        aria-label="批次"
        placeholder={productId ? '请选择批次' : '先选择产品'}
        disabled={!productId}
        showSearch={{ optionFilterProp: 'label' }}
        value={lotId}
        onChange={(next: number) => change({ productId, lotId: next })}
        options={lots.map((lot) => ({ value: lot.id, label: `${lot.lotNo}（${lot.produceDate}）` }))}
        notFoundContent="该产品还没有批次"
      />
    </>
  );
};
