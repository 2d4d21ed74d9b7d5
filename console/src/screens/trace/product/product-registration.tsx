import {
  ItemSource,
  LotItem,
  mostRegItems,
  ProductItem,
  type RegTemplateItem,
} from '@zhuiyuan/contract/trace/product/reg-template';
import { Form } from 'antd';
import { useContext, useEffect } from 'react';
import { NumberField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { RowContext } from '../../../parts/form/form-context.ts';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import '../trace.css';

const firstIndex = 100;
const nextIndex = (items: Partial<RegTemplateItem>[]): number =>
  Math.max(firstIndex - 1, ...items.map(({ index }) => index ?? 0)) + 1;

/** What an item holds: a field of the product or the lot, or a text of one's own. */
const ItemValue = () => {
  const form = Form.useFormInstance();
  const row = useContext(RowContext);
  const { source, field } = Form.useWatch<Partial<RegTemplateItem> | undefined>([...(row?.path ?? [])]) ?? {};
  const from = source === ItemSource.lot ? LotItem : ProductItem;
  const isForeign = source !== ItemSource.fixed && Boolean(field) && !from.of(field);
  // a field of the product is none of the lot
  useEffect(() => {
    if (isForeign) form.setFieldValue([...(row?.path ?? []), 'field'], undefined);
  }, [isForeign, form, row]);
  return source === ItemSource.fixed ? (
    <TextField name="value" label="固定值" />
  ) : (
    <SelectField name="field" label={source === ItemSource.lot ? '批次字段' : '产品字段'} from={from} />
  );
};

/** 标识注册 of a product: whether it and its lots are registered by themselves, and the items their records have besides the usual ones. */
export const ProductRegistration = () => {
  const items = Form.useWatch<Partial<RegTemplateItem>[] | undefined>('regTemplate') ?? [];
  const isOn = Form.useWatch<boolean | undefined>('regOn') ?? false;
  return (
    <>
      <SwitchField
        name="regOn"
        label="标识注册"
        on={true}
        off={false}
        help="产品和它的批次自动注册到企业的标识节点；名称、规格、企业、批号、生产日期和状态无需设置"
      />
      {(isOn || items.length > 0) && (
        <RowFields
          name="regTemplate"
          label="数据项"
          add="添加数据项"
          most={mostRegItems}
          blank={() => ({ index: nextIndex(items), name: '', source: ItemSource.product })}
        >
          {() => (
            <div className="zy-reg-item">
              <NumberField name="index" label="索引" min={firstIndex} />
              <TextField name="name" label="名称" />
              <SelectField name="source" label="取值来源" from={ItemSource} />
              <ItemValue />
            </div>
          )}
        </RowFields>
      )}
    </>
  );
};
