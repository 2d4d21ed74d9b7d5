import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { Form } from 'antd';
import { call } from '../../../lib/call.ts';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { orderList } from '../../../lib/object-addresses.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { moneyText } from '../../../parts/format/numbers.ts';
import { MoneyField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { needChanges } from './need-changes.ts';
import { NeedFields } from './need-fields.tsx';
import { NeedItems } from './need-items.tsx';

const load = async (id: number) => {
  const order = await call(needOrderApi.info, { id }, { quiet: true });
  return {
    ...order,
    toAgentId: order.supplierId || undefined,
    items: order.items.map(({ productId, unit, qty, price }) => ({ productId, unit, qty, price })),
  };
};

/** What of an order is set off at once against what the firm owes its dealer. */
const Deduct = () => {
  const may = useMay();
  const agentId = Form.useWatch<number | undefined>('agentId');
  const toAgentId = Form.useWatch<number | undefined>('toAgentId');
  const { data: agent } = useRead(agentApi.info, agentId && may(agentApi.info.may) ? { id: agentId } : undefined);
  if (toAgentId || !may(needOrderApi.deduct.may)) return null;
  return (
    <FormSection title="抵扣">
      <MoneyField
        name="deductAmount"
        label="使用抵扣"
        help={agent?.id === agentId && agent ? `抵扣余额 ¥${moneyText(agent.dedBalance)}` : '不超过经销商的抵扣余额'}
      />
    </FormSection>
  );
};

/** A new order, or one of which nothing is shipped: its dealer stays once a request or money stands behind it. */
export const OrderForm = ({ id, isBound = false, close }: { id?: number; isBound?: boolean; close?: () => void }) => {
  const leaveTab = useLeaveTab();
  const leave = close ?? (() => leaveTab(orderList));
  const draft = usePageDraft({
    id,
    create: needOrderApi.save,
    update: needOrderApi.update,
    list: needOrderApi.list,
    refresh: needChanges,
    load,
    blank: { items: [{ unit: NeedUnit.item }] } as never,
    onSaved: leave,
  });
  const schema = useFirmSchema(draft.schema);
  return (
    <FormPage draft={{ ...draft, schema, close: leave }}>
      <NeedFields isNew={draft.isNew} isBound={isBound} />
      <NeedItems />
      {draft.isNew && <Deduct />}
    </FormPage>
  );
};
