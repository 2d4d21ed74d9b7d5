import { AssocMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import type { Product } from '@zhuiyuan/contract/trace/product/product';
import { Form } from 'antd';
import { useEffect } from 'react';
import { NumberField, RadioField } from '../../../parts/form/fields.tsx';
import { useChange } from '../use-change.ts';
import { countsOf, topOf, type TypedCounts } from './counts-of.ts';

const levels = [
  { name: 'caseCount', label: '大箱码' },
  { name: 'boxCount', label: '小箱码' },
  { name: 'itemCount', label: '产品码' },
] as const;

/** 关联方式 and 数量. In a set only the top level is typed; the others show what follows from the pack ratio. */
export const CountFields = ({ product }: { product: Product | undefined }) => {
  const form = Form.useFormInstance();
  const typed = (Form.useWatch([], { form, preserve: true }) ?? {}) as TypedCounts;
  const isSet = typed.assocMode === AssocMode.joined;
  const top = topOf(typed);
  const { caseCount, boxCount, itemCount } = countsOf(typed);

  // The product's own ratio, when a product or the set is chosen; a copied task keeps the ratio it had.
  useChange(isSet && product?.id, () => {
    const isBlank = !form.getFieldValue('caseNum') && !form.getFieldValue('boxNum');
    if (isSet && product && (isBlank || form.isFieldTouched('productId')))
      form.setFieldsValue({ caseNum: product.caseNum, boxNum: product.boxNum });
  });
  useEffect(() => {
    if (isSet) form.setFieldsValue({ caseCount, boxCount, itemCount });
  }, [form, isSet, caseCount, boxCount, itemCount]);

  const unit = product?.unit ?? '个';
  const ratio = packText({ caseNum: typed.caseNum ?? 0, boxNum: typed.boxNum ?? 0, unit });
  return (
    <>
      <RadioField
        name="assocMode"
        label="关联方式"
        from={AssocMode}
        isWide
        hint="套标：印刷前就排好哪些产品装进哪个箱，码包里每行带箱码；不关联：装箱时再扫码关联"
      />
      {isSet && (
        <>
          <NumberField name="caseNum" label="每大箱装" unit={typed.boxNum ? '小箱' : unit} help="0 表示没有大箱" />
          <NumberField name="boxNum" label="每小箱装" unit={unit} help={top ? ratio : '0 表示没有小箱，至少填一项'} />
        </>
      )}
      <div className="zy-field-wide zy-count-row">
        {levels.map(({ name, label }) => (
          <NumberField
            key={name}
            name={name}
            label={label}
            unit="个"
            min={0}
            placeholder="0"
            disabled={isSet && name !== top}
            help={isSet && name !== top && typed[name] ? '按包装比例计算' : undefined}
          />
        ))}
      </div>
    </>
  );
};
