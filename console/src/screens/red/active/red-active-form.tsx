import { AmountMode, payLimits, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { PayChannel } from '@zhuiyuan/contract/payout/payout-enums';
import { redActiveApi, type RedActiveDraft } from '@zhuiyuan/contract/red/active/red-active';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { Form } from 'antd';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { DateTimeField } from '../../../parts/form/date-fields.tsx';
import {
  AreaField,
  MoneyField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { FirmField, useFirmSchema, OwnedField } from '../../../parts/pickers/firm-field.tsx';

const list = '/lottery/redActiveManager';
const owned = ['redTypeId', 'mchConfId'];
const kinds = RedKind.options.map(({ value, label }) => ({ value, label, disabled: value === RedKind.GROUP }));
const payKinds = RedPayKind.options.filter(({ value }) => value !== RedPayKind.points);

const load = async (id: number) => {
  const { packetLimit, ...row } = await call(redActiveApi.info, { id }, { quiet: true });
  return { ...(row as unknown as RedActiveDraft), id, packetLimit, isBegun: row.isBegun };
};

/** What a packet holds; `isFixed`: packets were made, so that it stands. */
const Amount = ({ isFixed }: { isFixed: boolean }) => {
  const payKind = Form.useWatch('payKind') as number | undefined;
  const isRandom = Form.useWatch('amountMode') === AmountMode.random;
  const limits = payLimits[Number(payKind)];
  const help = limits && `${fenToYuan(limits.least)}~${fenToYuan(limits.most)} 元`;
  return (
    <>
      <RadioField name="payKind" label="支付方式" from={payKinds} disabled={isFixed} />
      <RadioField name="amountMode" label="金额方式" from={AmountMode} disabled={isFixed} />
      <MoneyField name="amountMin" label={isRandom ? '最低金额' : '金额'} help={help} disabled={isFixed} hasStar />
      {isRandom && <MoneyField name="amountMax" label="最高金额" help={help} disabled={isFixed} hasStar />}
    </>
  );
};

/** 新增红包活动 / 编辑红包活动. */
export const RedActiveForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id,
    create: redActiveApi.save,
    update: redActiveApi.update,
    list: redActiveApi.list,
    refresh: [redActiveApi.info, redActiveApi.board, poolApi.list],
    load,
    blank: {
      kind: RedKind.NORMAL,
      channel: PayChannel.ACTIVITY,
      payKind: RedPayKind.balance,
      amountMode: AmountMode.fixed,
      limitUserDay: 10,
      status: Enabled.on,
    },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? redActiveApi.update.may : redActiveApi.save.may))
    return <NoPermission permission={id ? '编辑红包活动' : '新增红包活动'} />;
  const isFixed = (draft.initial as { isBegun?: boolean } | undefined)?.isBegun === true;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="红包活动">
        {isFixed && (
          <div className="zy-field-wide">
            <NoticeBar tone="idle">{redRefusals.begun[1]}</NoticeBar>
          </div>
        )}
        <FirmField isNew={draft.isNew} owned={owned} />
        <TextField name="name" label="红包活动名称" placeholder="领取人收款时看到的名称" disabled={isFixed} />
        <OwnedField name="redTypeId" label="红包类型" list="redType" disabled={isFixed} />
        <RadioField name="kind" label="红包形式" from={kinds} help={redRefusals.groupStopped[1]} disabled={isFixed} />
        <RadioField name="channel" label="发放渠道" from={PayChannel} disabled={isFixed} />
        <SelectField name="scene" label="场景" placeholder="请选择红包场景" from={RedScene} disabled={isFixed} />
        <DateTimeField name="startAt" label="开始时间" disabled={isFixed} />
        <DateTimeField name="endAt" label="结束时间" help="到时未发出的预算退回资金池" />
      </FormSection>
      <FormSection title="金额与预算">
        <Amount isFixed={isFixed} />
        <OwnedField
          name="mchConfId"
          label="发放商户"
          list="payingMerchant"
          help="预算从该商户的资金池划拨，保存后不能更换"
          disabled={!draft.isNew}
        />
        <MoneyField name="budgetAmount" label="活动预算" help="保存时即从资金池划出" />
        <NumberField
          name="packetLimit"
          label="红包个数上限"
          placeholder="不填为不限"
          unit="个"
          min={1}
          disabled={isFixed}
        />
        <NumberField name="limitUserDay" label="每人每日上限" unit="个" min={1} max={10} disabled={isFixed} />
      </FormSection>
      <FormSection title="红包上的文字">
        <TextField name="sendName" label="商户名称" placeholder="领取页上显示的发送方" disabled={isFixed} />
        <TextField name="wishing" label="祝福语" />
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField
          name="status"
          label="启用此活动"
          on={0}
          off={1}
          help="停用后红包码不能领取，也不能再发放；预算不变"
        />
      </FormSection>
    </FormPage>
  );
};
