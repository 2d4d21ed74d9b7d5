import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Form } from 'antd';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useNeeded } from '../../../lib/asked-rows.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { ChannelInput, SalesmanInput } from '../class-inputs.tsx';
import { DateField } from '../../../parts/form/date-fields.tsx';
import { AreaField, MoneyField, OwnField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { PayeeFields } from '../payee-fields.tsx';
import { PlaceFields } from '../place-fields.tsx';
import { RegionsInput } from '../../../parts/pickers/region-input.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { OverlapNotice } from './overlap-notice.tsx';
import { useFormFirm } from '../../../parts/pickers/use-form-firm.ts';

const list = '/identity/agentManager';

const load = async (id: number) => {
  const agent = await call(agentApi.info, { id }, { quiet: true });
  return {
    ...agent,
    pid: agent.pid || undefined,
    channelId: agent.channelId ?? undefined,
    salesmanId: agent.salesmanId ?? undefined,
    coopFrom: agent.coopFrom ?? undefined,
    coopTo: agent.coopTo ?? undefined,
    regions: agent.regions.filter(({ productId }) => productId === 0).map(({ regionCode }) => regionCode),
  };
};

const Belonging = ({ id }: { id: number | undefined }) => {
  const firmId = useFormFirm();
  return (
    <>
      <OwnField name="pid" label="上级经销商">
        <AgentInput firmId={firmId} without={id} placeholder="顶级" />
      </OwnField>
      <SelectField name="agentType" label="经销商类型" from={AgentType} />
      <OwnField name="channelId" label="渠道">
        <ChannelInput firmId={firmId} />
      </OwnField>
      <OwnField name="salesmanId" label="业务员">
        <SalesmanInput firmId={firmId} />
      </OwnField>
    </>
  );
};

const SalesRegions = ({ id }: { id: number | undefined }) => {
  const firmId = useFormFirm();
  const regions = (Form.useWatch('regions') as string[] | undefined) ?? [];
  const pid = Form.useWatch('pid') as number | undefined;
  return (
    <>
      <OwnField name="regions" label="授权销售区域" isWide help="含所选地区的全部下级，对全部产品有效">
        <RegionsInput placeholder="请选择授权销售区域" />
      </OwnField>
      {firmId !== undefined && (
        <div className="zy-field-wide">
          <OverlapNotice
            agent={id ? { id } : { pid: pid ?? 0, firmId }}
            items={regions.map((regionCode) => ({ regionCode, productId: 0 }))}
          />
        </div>
      )}
    </>
  );
};

/** 新增经销商 / 编辑经销商. */
export const AgentForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const pid = Number(useSearchParams()[0].get('pid')) || undefined;
  const agents = useClassList('agent');
  useNeeded(agents, pid ? [pid] : []);
  const above = agents.all.find((entry) => entry.id === pid);
  const leaveTab = useLeaveTab();
  const may = useMay();
  const toNext = useNextStep();
  const draft = usePageDraft({
    id,
    create: agentApi.save,
    update: agentApi.update,
    list: agentApi.list,
    refresh: [agentApi.info, agentApi.tree],
    load,
    blank: { status: Enabled.on, regions: [], pid, firmId: above?.firmId },
    onSaved: () => leaveTab(list),
    next: () => toNext('关联门店', '/identity/shopAssCreat', shopLinkApi.save.may),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? agentApi.update.may : agentApi.save.may))
    return <NoPermission permission={id ? '编辑经销商' : '新增经销商'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="基本信息">
        <FirmField isNew={draft.isNew} />
        <TextField name="name" label="经销商名称" />
        <TextField name="agentNo" label="经销商编号" placeholder="不填则自动编号" />
        <Belonging id={id} />
      </FormSection>
      <FormSection title="联系方式">
        <TextField name="contact" label="联系人" />
        <TextField name="phone" label="联系电话" placeholder="手机号" />
        <PlaceFields />
      </FormSection>
      <FormSection title="授权销售区域">
        <SalesRegions id={id} />
      </FormSection>
      <FormSection title="收款账户">
        <PayeeFields />
      </FormSection>
      <FormSection title="资质与合作">
        <TextField name="licenseNo" label="营业执照号" />
        <TextField name="gln" label="GLN" placeholder="13 位全球位置码" />
        <DateField name="coopFrom" label="合作开始日期" />
        <DateField name="coopTo" label="合作结束日期" />
        <MoneyField name="creditLimit" label="信用额度" />
        <ImageField name="licenseImage" label="营业执照" />
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField name="status" label="启用此经销商" on={0} off={1} help="停用后不能再向其发货" />
      </FormSection>
    </FormPage>
  );
};
