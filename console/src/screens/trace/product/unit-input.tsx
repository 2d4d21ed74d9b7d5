import { unitOptions } from '@zhuiyuan/contract/trace/product/product-enums';
import { AutoComplete } from 'antd';

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
