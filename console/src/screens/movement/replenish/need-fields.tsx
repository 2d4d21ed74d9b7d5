import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { session, useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { DateField } from '../../../parts/form/date-fields.tsx';
import { AreaField, OwnField, TextField } from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { FirmField } from '../../../parts/pickers/firm-field.tsx';
import { RegionInput } from '../../../parts/pickers/region-input.tsx';
import { SupplierInput } from './supplier-input.tsx';

const firmsOwn = ['agentId', 'toAgentId', 'items'];

/** The firm a form is about: the operator's own, or what staff of the platform chose in it. */
export const useNeedFirm = (): number | undefined => {
  const own = session.use((current) => current?.admin.firmId);
  const chosen = Form.useWatch<number | undefined>('firmId', { preserve: true });
  return own ?? chosen;
};

/** Fills in where goods for the dealer go, as long as nothing else was typed there. */
const usePrefill = (isNew: boolean): void => {
  const form = Form.useFormInstance();
  const may = useMay();
  const agentId = Form.useWatch<number | undefined>('agentId', form);
  const { data: agent } = useRead(
    agentApi.info,
    isNew && agentId && may(agentApi.info.may) ? { id: agentId } : undefined,
  );
  const filled = useRef<Record<string, unknown>>({});
  useEffect(() => {
    if (!agent || agent.id !== agentId) return;
    const { contact, phone, regionCode, address } = agent;
    const next: Record<string, unknown> = { receiver: contact, phone, regionCode: regionCode || undefined, address };
    for (const [name, value] of Object.entries(next)) {
      const now: unknown = form.getFieldValue(name);
      if (now && now !== filled.current[name]) continue;
      form.setFieldValue(name, value || undefined);
    }
    filled.current = next;
  }, [agent, agentId, form]);
};

/** Who asks whom and until when, and where the goods go. */
export const NeedFields = ({ isNew, isBound = false }: { isNew: boolean; isBound?: boolean }) => {
  const firmId = useNeedFirm();
  usePrefill(isNew);
  return (
    <>
      <FormSection title="供需双方">
        <FirmField isNew={isNew} owned={firmsOwn} />
        <OwnField name="agentId" label="经销商">
          <AgentInput firmId={firmId} disabled={isBound} />
        </OwnField>
        <OwnField name="toAgentId" label="供货方">
          <SupplierInput disabled={isBound} />
        </OwnField>
        <DateField name="expectDate" label="期望到货日期" />
      </FormSection>
      <FormSection title="收货信息">
        <TextField name="receiver" label="收货人" />
        <TextField name="phone" label="联系电话" />
        <OwnField name="regionCode" label="收货地区">
          <RegionInput placeholder="请选择收货地区" />
        </OwnField>
        <TextField name="address" label="收货地址" placeholder="街道、门牌号" />
        <AreaField name="remark" label="备注" rows={2} />
      </FormSection>
    </>
  );
};
