import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { OwnField, RadioField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { FirmField, useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { channelChoices, useChannels } from '../../../parts/pickers/use-choices.ts';
import type { Option } from '../../../parts/form/option.ts';

const labelled = (...kinds: number[]): Option[] => kinds.map((value) => ({ value, label: Holder.label(value) }));
const senders: Record<number, Option[]> = {
  [BizType.ship]: labelled(Holder.firm, Holder.agent),
  [BizType.takeBack]: labelled(Holder.agent, Holder.shop),
  [BizType.transfer]: labelled(Holder.agent, Holder.shop),
};
const receivers: Record<number, Option[]> = {
  [BizType.ship]: labelled(Holder.agent, Holder.shop),
  [BizType.takeBack]: labelled(Holder.firm, Holder.agent),
  [BizType.transfer]: labelled(Holder.agent, Holder.shop),
};

const ShopInput = ({
  value,
  ...rest
}: {
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}) => (
  <ChoiceSelect<number>
    {...rest}
    from={useOptions('shop')}
    className="zy-full"
    placeholder="请选择门店"
    allowClear
    value={value || undefined}
  />
);

/** Sender or receiver: its kind, and which dealer or shop. Another kind forgets the one chosen. */
const PartyFields = ({
  side,
  label,
  from,
  firmId,
}: {
  side: 'from' | 'to';
  label: string;
  from: readonly Option[];
  firmId: number | undefined;
}) => {
  const form = Form.useFormInstance();
  const kind = Form.useWatch<number | undefined>(`${side}Kind`, form);
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current !== undefined && kind !== before.current) form.setFieldValue(`${side}Id`, undefined);
    before.current = kind;
    if (kind !== undefined && !from.some(({ value }) => value === kind))
      form.setFieldValue(`${side}Kind`, from[0]!.value);
  }, [kind, side, from, form]);
  return (
    <>
      <RadioField name={`${side}Kind`} label={label} from={from} />
      {kind === Holder.agent && (
        <OwnField name={`${side}Id`} label="经销商" hasStar>
          <AgentInput firmId={firmId} />
        </OwnField>
      )}
      {kind === Holder.shop && (
        <OwnField name={`${side}Id`} label="门店" hasStar>
          <ShopInput />
        </OwnField>
      )}
    </>
  );
};

/** 要货订单 of the receiver that goods may be shipped for. */
const OrderField = () => {
  const may = useMay();
  const form = Form.useFormInstance();
  const toKind = Form.useWatch<number | undefined>('toKind', form);
  const agentId = Form.useWatch<number | undefined>('toId', form);
  const isAgent = toKind === Holder.agent && Boolean(agentId);
  const { data = [] } = useRead(needOrderApi.open, isAgent && may(needOrderApi.open.may) ? { agentId } : undefined);
  const former = useRef<number>(undefined);
  useEffect(() => {
    if (former.current !== undefined && former.current !== agentId) form.setFieldValue('orderId', undefined);
    former.current = agentId;
  }, [agentId, form]);
  const options = data.map(({ id, orderNo, totalQty, shipQty }) => ({
    value: id,
    label: `${orderNo}，还差 ${countText(Math.max(0, totalQty - shipQty))} 件`,
  }));
  return (
    <SelectField
      name="orderId"
      label="要货订单"
      from={options}
      mayClear
      disabled={!isAgent}
      placeholder={isAgent && data.length === 0 ? '没有待发的要货订单' : '不关联订单'}
    />
  );
};

/** The head of a document: from whom to whom, for which order, and how it travels. */
export const HeadFields = ({ isReturn }: { isReturn: boolean }) => {
  const form = Form.useFormInstance();
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId', form);
  const biz = Form.useWatch<number | undefined>('bizType', form) ?? (isReturn ? BizType.takeBack : BizType.ship);
  const channels = useChannels(firmId);
  const ofFirm = isPlatform ? firmId : undefined;
  return (
    <>
      <FieldGroup title={isReturn ? '退货方' : '发货方'}>
        <FirmField isNew owned={['fromId', 'toId', 'orderId', 'channelId']} />
        {!isReturn && (
          <RadioField
            name="bizType"
            label="业务类型"
            from={[BizType.ship, BizType.transfer].map((value) => ({ value, label: BizType.label(value) }))}
          />
        )}
        <PartyFields side="from" label={isReturn ? '退货方' : '发货方'} from={senders[biz]!} firmId={ofFirm} />
        {isReturn && (
          <TextField name="reason" label="退货原因" placeholder="消费者查询过的货必须填写" hint="如 临期退回" />
        )}
      </FieldGroup>
      <FieldGroup title="收货方">
        <PartyFields side="to" label="收货方" from={receivers[biz]!} firmId={ofFirm} />
        {biz === BizType.ship && !isReturn && <OrderField />}
      </FieldGroup>
      <FieldGroup title="单据与物流">
        <TextField name="extNo" label="外部单号" placeholder="企业自己系统里的单号" />
        <SelectField name="channelId" label="渠道" from={channelChoices(channels)} mayClear placeholder="不指定" />
        <TextField name="warehouse" label="仓库" placeholder="如 余杭仓 A 区" />
        <TextField name="remark" label="备注" />
        <TextField name="logisticsName" label="物流公司" placeholder="如 德邦物流" />
        <TextField name="logisticsNo" label="物流单号" />
        <TextField name="plateNo" label="车牌号" />
        <TextField name="driver" label="司机" placeholder="姓名和电话" />
      </FieldGroup>
    </>
  );
};
