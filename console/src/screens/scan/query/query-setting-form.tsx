import { defaultTexts, querySettingApi, SelectScope } from '@zhuiyuan/contract/scan/query/query-setting';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { NumberField, RadioField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { productChoices, useProducts } from '../../../parts/pickers/use-choices.ts';
import { useRead } from '../../../lib/use-read.ts';
import { TextFields } from './text-fields.tsx';

const list = '/identity/selectManager';

const load = async (id: number) => {
  const {
    productText: _text,
    products: _products,
    ...setting
  } = await call(querySettingApi.info, { id }, { quiet: true });
  return { ...setting, scope: setting.scope as 1 | 2, status: setting.status as 0 | 1 };
};

/** 防伪查询设置: whom it is for, its rules, and what shoppers read. */
export const QuerySettingForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const isPlatform = useIsPlatform();
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: querySettingApi.save,
    update: querySettingApi.update,
    list: querySettingApi.list,
    refresh: [querySettingApi.info, querySettingApi.blank],
    load,
    blank: async () => {
      const common = { productIds: [], needPin: false, showFirstInfo: true, voiceOn: false, status: 0 as const };
      // Staff of the platform choose the firm first; its rules come with the choice.
      if (isPlatform) return { ...common, scope: 2 as const, overLimit: 5, dedupeMin: 10, texts: defaultTexts };
      const { mayBeDefault, firmName: _name, ...start } = await call(querySettingApi.blank, {}, { quiet: true });
      return { ...common, ...start, scope: mayBeDefault ? (1 as const) : (2 as const) };
    },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? querySettingApi.update.may : querySettingApi.save.may))
    return <NoPermission permission={id ? '编辑防伪查询设置' : '新增防伪查询设置'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <Scope isNew={draft.isNew} isPlatform={isPlatform} />
      <FormSection title="查询规则">
        <NumberField name="overLimit" label="超限次数" unit="次" help="计次查询超过这个次数后显示超限查询" />
        <NumberField
          name="dedupeMin"
          label="去重时间"
          unit="分钟"
          help="同一设备在此时间内再次查询不计次，0 为每次都计"
        />
        <SwitchField
          name="needPin"
          label="需要防伪验证码"
          on={true}
          off={false}
          help="印有验证码的码先核对涂层下的验证码；纯数字码总是需要"
        />
        <SwitchField
          name="showFirstInfo"
          label="显示首次查询信息"
          on={true}
          off={false}
          help="告诉消费者首次查询的时间和城市"
        />
        <SwitchField name="voiceOn" label="语音播报" on={true} off={false} help="查询结果在消费者手机上读出来" />
        <TextField name="servicePhone" label="客服电话" placeholder="不填则用企业的客服电话" />
        <TextField name="jumpUrl" label="跳转地址" placeholder="https://，查询后可点开的页面" />
        <SwitchField name="status" label="启用此设置" on={0} off={1} help="停用后按企业默认设置或企业规则回答" />
      </FormSection>
      <FormSection title="提示语">
        <TextFields />
      </FormSection>
    </FormPage>
  );
};

/** Whom the setting is for. With the firm chosen, a new draft takes over the firm's rules. */
const Scope = ({ isNew, isPlatform }: { isNew: boolean; isPlatform: boolean }) => {
  const form = Form.useFormInstance();
  const firmId = Form.useWatch('firmId', form) as number | undefined;
  const scope = Form.useWatch('scope', form) as number | undefined;
  const products = useProducts(firmId);
  const { data: start } = useRead(
    querySettingApi.blank,
    isPlatform ? (firmId === undefined ? undefined : { firmId }) : {},
  );
  const filled = useRef<number>(undefined);
  useEffect(() => {
    if (!isNew || !isPlatform || !start || filled.current === firmId) return;
    filled.current = firmId;
    form.setFieldsValue({
      overLimit: start.overLimit,
      dedupeMin: start.dedupeMin,
      servicePhone: start.servicePhone,
      productIds: [],
      scope: start.mayBeDefault ? SelectScope.firm : SelectScope.products,
    });
  }, [form, isNew, isPlatform, start, firmId]);
  const scopes = SelectScope.options.filter(({ value }) =>
    isNew ? value === 2 || start?.mayBeDefault !== false : value === scope,
  );
  return (
    <FormSection title="适用范围">
      <FirmField isNew={isNew} />
      <TextField name="name" label="名称" />
      <RadioField
        name="scope"
        label="适用范围"
        from={scopes}
        disabled={!isNew}
        help={isNew && start?.mayBeDefault === false ? '已存在企业默认设置' : undefined}
      />
      {scope === SelectScope.products && (
        <SelectField
          name="productIds"
          label="适用产品"
          from={productChoices(products)}
          many
          isWide
          placeholder="请选择产品"
        />
      )}
    </FormSection>
  );
};
