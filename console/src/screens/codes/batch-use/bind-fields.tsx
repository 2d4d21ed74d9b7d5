import { Form, Radio } from 'antd';
import { DateField } from '../../../parts/date-fields.tsx';
import { RadioField, SelectField, TextField } from '../../../parts/fields.tsx';
import { FormSection } from '../../../parts/form-page.tsx';
import { useChange } from '../use-change.ts';
import { useLots, useProducts } from '../use-choices.ts';

const lotKinds = [
  { value: false, label: '已有批次' },
  { value: true, label: '新建批次' },
];
const policies = [
  { value: 0, label: '整体不执行' },
  { value: 1, label: '跳过异常码' },
];

/** 产品, 批次 (one that exists or a new one) and what to do about codes that cannot be activated. */
export const BindFields = ({
  firmId,
  isNewLot,
  setIsNewLot,
}: {
  firmId: number | undefined;
  isNewLot: boolean;
  setIsNewLot: (isNewLot: boolean) => void;
}) => {
  const form = Form.useFormInstance();
  const productId = Form.useWatch<number | undefined>('productId', form);
  const products = useProducts(firmId);
  const lots = useLots(productId);

  useChange(productId, () => {
    if (form.isFieldTouched('productId')) form.setFieldValue('lotId', undefined);
  });
  return (
    <FormSection title="产品与批次">
      <SelectField
        name="productId"
        label="产品"
        from={products.map((row) => ({ value: row.id, label: row.storeName }))}
        isWide
      />
      <div className="zy-field-wide zy-lot-kind">
        <Radio.Group
          aria-label="批次"
          options={lotKinds}
          value={isNewLot}
          onChange={(event) => setIsNewLot(event.target.value === true)}
        />
      </div>
      {isNewLot ? (
        <>
          <TextField name="lotNo" label="批号" placeholder="字母、数字和-._/，最长20位" />
          <DateField name="produceDate" label="生产日期" />
        </>
      ) : (
        <SelectField
          name="lotId"
          label="批次"
          from={lots.map((lot) => ({ value: lot.id, label: `${lot.lotNo}（${lot.produceDate}）` }))}
          placeholder={productId ? '请选择批次' : '先选择产品'}
          disabled={!productId}
          isWide
        />
      )}
      <RadioField name="policy" label="遇到异常" from={policies} isWide />
    </FormSection>
  );
};
