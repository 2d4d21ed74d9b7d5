import { hasCompanyPrefix, isGtin } from '@zhuiyuan/contract/kit/gs1';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import { GtinKind, unitOptions } from '@zhuiyuan/contract/trace/product/product-enums';
import { Form, AutoComplete } from 'antd';
import { NumberField, RadioField, SwitchField, TextField } from '../../../parts/form/fields.tsx';

/** A unit of measure: one of the usual ones, or any other word. */
export const UnitInput = (props: { id?: string; value?: string; onChange?: (unit: string) => void }) => (
  <AutoComplete
    {...props}
    className="zy-full"
    placeholder="请选择计量单位，或直接输入"
    maxLength={8}
    options={unitOptions.map((value) => ({ value }))}
  />
);

interface Watched {
  gtinKind?: number;
  gtin?: string;
  gcp?: string;
  boxNum?: number;
  caseNum?: number;
  unit?: string;
  hasBoxes?: boolean;
}

/** Values of the form, those without a field of their own included. */
const useValues = (): Watched => (Form.useWatch([], { preserve: true }) as Watched | undefined) ?? {};

/** Barcode of the item: typed, or made by the platform for circulation inside the firm. */
export const GtinFields = ({ kinds }: { kinds: typeof GtinKind }) => {
  const { gtinKind, gtin = '', gcp = '' } = useValues();
  const isInternal = gtinKind === GtinKind.internal;
  const isForeign = !isInternal && gcp !== '' && isGtin(gtin) && !hasCompanyPrefix(gtin, gcp);
  return (
    <>
      <RadioField name="gtinKind" label="条码类型" from={kinds} />
      <TextField
        name="gtin"
        label="商品条码"
        disabled={isInternal}
        placeholder={isInternal ? '保存后自动生成' : '8、12、13 或 14 位数字'}
        help={isForeign ? `与企业的厂商识别代码 ${gcp} 不一致，请核对` : undefined}
      />
    </>
  );
};

/** How many items make a small box and a large one, and the barcodes of both. */
export const PackFields = () => {
  const { boxNum, caseNum, unit = '件', hasBoxes = false } = useValues();
  const ratio = packText({ boxNum: boxNum ?? 0, caseNum: caseNum ?? 0, unit });
  const help = hasBoxes ? '已有包装数据，包装比例不能修改' : undefined;
  return (
    <>
      <NumberField name="boxNum" label="1小箱装" unit={unit} disabled={hasBoxes} help={help ?? '0 表示没有小箱'} />
      <NumberField
        name="caseNum"
        label="1大箱装"
        unit={boxNum ? '小箱' : unit}
        disabled={hasBoxes}
        help={help ?? (ratio === '未设置' ? '0 表示没有大箱' : ratio)}
      />
      <TextField name="gtinBox" label="小箱条码" placeholder="14 位，以 1-8 开头" />
      <TextField name="gtinCase" label="大箱条码" placeholder="14 位，以 1-8 开头" />
      <SwitchField name="allowMix" label="允许混装" on={true} off={false} help="一个箱内可装不同批次或产品" />
    </>
  );
};
