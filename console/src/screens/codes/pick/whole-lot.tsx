import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { lotChoices, productChoices, useLots, useProducts } from '../../../parts/pickers/use-choices.ts';

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
      <ChoiceSelect<number>
        from={productChoices(products)}
        className="zy-full"
        aria-label="产品"
        placeholder="请选择产品"
        value={productId}
        onChange={(next) => change({ productId: next, lotId: undefined })}
        notFoundContent="没有启用的产品"
      />
      <ChoiceSelect<number>
        from={lotChoices(lots)}
        className="zy-full"
        aria-label="批次"
        placeholder={productId ? '请选择批次' : '先选择产品'}
        disabled={!productId}
        value={lotId}
        onChange={(next) => change({ productId, lotId: next })}
        notFoundContent="该产品还没有批次"
      />
    </>
  );
};
