import { registrationApi, type HandleValue } from '@zhuiyuan/contract/registration/registration';
import { Button, Form } from 'antd';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';

const firstOwnIndex = 100;

/** 套用产品模板: takes the items the product's data template gives the object over into the form, to be changed there. */
export const ApplyTemplate = ({ id }: { id?: number }) => {
  const form = Form.useFormInstance();
  const apply = async () => {
    const own = (form.getFieldValue('values') ?? []) as Partial<HandleValue>[];
    const known = new Set(own.map(({ index }) => index));
    try {
      const { record } = id
        ? await call(registrationApi.info, { id })
        : await call(registrationApi.preview, { ...form.getFieldsValue(true), values: [] } as never);
      const fresh = record.filter(({ index }) => index >= firstOwnIndex && !known.has(index));
      if (fresh.length === 0) toast.info('产品没有更多可套用的数据项');
      else form.setFieldValue('values', [...own, ...fresh]);
    } catch {
      // The call has told what is missing.
    }
  };
  return <Button onClick={() => void apply()}>套用产品模板</Button>;
};
