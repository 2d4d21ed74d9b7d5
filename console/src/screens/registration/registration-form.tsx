import { registrationApi, ValueAuth, ValueType } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { Form } from 'antd';
import { useParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { useLeaveTab } from '../../lib/use-leave-tab.ts';
import { useMay } from '../../lib/session.ts';
import { NumberField, OwnField, RadioField, SelectField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../parts/form/form-page.tsx';
import { RowFields } from '../../parts/form/row-fields.tsx';
import { NoPermission } from '../../parts/feedback/states.tsx';
import { usePageDraft } from '../../parts/form/use-page-draft.ts';
import { productChoices, useProducts } from '../../parts/pickers/use-choices.ts';
import { ApplyTemplate } from './apply-template.tsx';
import { LotPicker, SegmentPicker } from './object-pickers.tsx';
import { Preview, Registered } from './registered.tsx';
import './registrations.css';

const list = '/identity/identityManager?tab=registrations';

/** 标识注册: what is to be registered and what its record holds; with an id the registered record and the node's answer. */
export const RegistrationForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: registrationApi.save,
    update: registrationApi.update,
    list: registrationApi.list,
    refresh: [registrationApi.info],
    blank: { objKind: ObjectKind.product, values: [], submit: true },
    load: async (row) => {
      const { version, values } = await call(registrationApi.info, { id: row }, { quiet: true });
      return { id: row, version, values };
    },
    onSaved: () => leaveTab(list),
  });
  if (!may(registrationApi.save.may)) return <NoPermission permission="标识注册" />;
  return (
    <FormPage draft={{ ...draft, close: () => leaveTab(list) }}>
      {id ? <Registered id={Number(id)} /> : <Chosen />}
      <FormSection title="自有数据项">
        <p className="zy-reg-note">
          索引 1-7 的链接、产品、规格、企业、批号、生产日期和状态由系统按对象实时给出，无需填写；自有数据项请用 100
          以上的索引。授权和私有的数据项不对公众解析。
        </p>
        <RowFields
          name="values"
          label="自有数据项"
          add="添加数据项"
          most={100}
          blank={() => ({ index: 100, name: '', type: 'text', data: '', auth: 'public' })}
        >
          {() => (
            <div className="zy-reg-row">
              <NumberField name="index" label="索引" />
              <TextField name="name" label="名称" />
              <SelectField name="type" label="类型" from={ValueType} />
              <TextField name="data" label="值" />
              <SelectField name="auth" label="权限" from={ValueAuth} />
            </div>
          )}
        </RowFields>
        <div className="zy-reg-apply">
          <ApplyTemplate id={id ? Number(id) : undefined} />
        </div>
      </FormSection>
      {!id && (
        <FormSection title="提交">
          <SwitchField name="submit" label="保存后立即提交节点" on={true} off={false} />
          <Preview />
        </FormSection>
      )}
    </FormPage>
  );
};

/** The object of a new registration. */
const Chosen = () => {
  const form = Form.useFormInstance();
  const objKind = Form.useWatch('objKind', form) as number | undefined;
  const products = useProducts();
  return (
    <FormSection title="注册对象">
      <RadioField name="objKind" label="对象类型" from={ObjectKind} isWide />
      {objKind === ObjectKind.product && <SelectField name="objId" label="产品" from={productChoices(products)} />}
      {objKind === ObjectKind.lot && (
        <OwnField name="objId" label="批次">
          <LotPicker />
        </OwnField>
      )}
      {objKind === ObjectKind.run && (
        <>
          <OwnField name="seg" label="码段">
            <SegmentPicker />
          </OwnField>
          <NumberField name="serialFrom" label="起始序号" />
          <NumberField name="serialTo" label="结束序号" />
        </>
      )}
      {objKind === ObjectKind.code && <TextField name="code" label="编码" placeholder="扫描或粘贴编码" />}
    </FormSection>
  );
};
