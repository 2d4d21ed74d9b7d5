import {
  AmountMode,
  ClaimMode,
  claimModes,
  payLimits,
  PrizeType,
  RedPayKind,
} from '@zhuiyuan/contract/campaign/prize-terms';
import { prizeApi } from '@zhuiyuan/contract/campaign/prize/prize';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { AreaField, MoneyField, NumberField, RadioField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';

const list = '/lottery/prizeManager';

const load = async (id: number) => {
  const { payKind, points, amountMin, amountMax, ...prize } = await call(prizeApi.info, { id }, { quiet: true });
  return {
    ...prize,
    payKind: (payKind ?? undefined) as RedPayKind | undefined,
    points: points ?? undefined,
    amountMin: amountMin || undefined,
    amountMax: amountMax || undefined,
    prizeType: prize.prizeType as PrizeType,
    amountMode: prize.amountMode as AmountMode,
    claimMode: prize.claimMode as ClaimMode,
  };
};

const cashKinds = RedPayKind.options.filter(({ value }) => value !== RedPayKind.points);

const Cash = () => {
  const payKind = Form.useWatch('payKind') as number | undefined;
  const isRandom = Form.useWatch('amountMode') === AmountMode.random;
  const limits = payLimits[Number(payKind)];
  const help = limits && `${fenToYuan(limits.least)}~${fenToYuan(limits.most)} 元`;
  return (
    <>
      <RadioField name="payKind" label="发放方式" from={cashKinds} hasStar />
      <RadioField name="amountMode" label="金额方式" from={AmountMode} />
      <MoneyField name="amountMin" label={isRandom ? '最低金额' : '金额'} help={help} hasStar />
      {isRandom && <MoneyField name="amountMax" label="最高金额" help={help} hasStar />}
    </>
  );
};

const Worth = ({ isGoods }: { isGoods: boolean }) => (
  <>
    <MoneyField name="faceValue" label="价值" help="写进活动规则，单个奖品不超过 50000 元" hasStar={isGoods} />
    <MoneyField name="costPrice" label="成本" help="只在后台统计，消费者看不到" />
  </>
);

const What = () => {
  const prizeType = Form.useWatch('prizeType') as PrizeType | undefined;
  const isGoods = prizeType === PrizeType.goods;
  const isPoints = prizeType === PrizeType.points;
  return (
    <>
      <RadioField name="prizeType" label="奖品类型" from={PrizeType} />
      {prizeType === PrizeType.cash && <Cash />}
      {isPoints && <NumberField name="points" label="积分数量" unit="积分" hasStar />}
      {(isGoods || isPoints) && <Worth isGoods={isGoods} />}
      <ImageField name="image" label="奖品图片" help="中奖页和奖品列表显示这张图" hasStar={isGoods} />
    </>
  );
};

/** How it is claimed: what the type allows, the usual way chosen when the type changes. */
const Claim = () => {
  const form = Form.useFormInstance();
  const prizeType = Form.useWatch('prizeType') as PrizeType | undefined;
  const claimMode = Form.useWatch('claimMode') as ClaimMode | undefined;
  const modes = prizeType === undefined ? [] : claimModes[prizeType];
  const [usual] = modes;
  const isOpen = modes.length > 1;
  const isAllowed = claimMode !== undefined && modes.includes(claimMode);
  useEffect(() => {
    if (usual !== undefined && !isAllowed) form.setFieldValue('claimMode', usual);
  }, [usual, isAllowed, form]);
  const isAtShop = prizeType === PrizeType.goods && claimMode === ClaimMode.shop;
  return (
    <>
      {isOpen && (
        <RadioField
          name="claimMode"
          label="领取方式"
          from={modes.map((value) => ({ value, label: ClaimMode.label(value) }))}
          hasStar
        />
      )}
      {prizeType !== PrizeType.none && <NumberField name="validDays" label="领取有效期" unit="天" />}
      {isAtShop && (
        <>
          <MoneyField name="deductAmount" label="门店抵扣" help="门店每核销一件得到的抵扣，可抵货款" />
          <SwitchField
            name="alsoPost"
            label="也可邮寄"
            on
            off={false}
            help="核销码没用之前，中奖人可以改为邮寄，改后核销码失效"
          />
        </>
      )}
    </>
  );
};

/** 新增奖品 / 编辑奖品. */
export const PrizeForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id,
    create: prizeApi.save,
    update: prizeApi.update,
    list: prizeApi.list,
    refresh: [prizeApi.info],
    load,
    blank: {
      prizeType: PrizeType.cash,
      payKind: RedPayKind.balance,
      amountMode: AmountMode.fixed,
      claimMode: ClaimMode.auto,
      alsoPost: false,
      validDays: 15,
      status: Enabled.on,
    },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? prizeApi.update.may : prizeApi.save.may))
    return <NoPermission permission={id ? '编辑奖品' : '新增奖品'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="奖品">
        <FirmField isNew={draft.isNew} />
        <TextField name="name" label="奖品名称" placeholder="消费者在中奖页看到的名称" />
        <What />
      </FormSection>
      <FormSection title="领取">
        <Claim />
      </FormSection>
      <FormSection title="其他">
        <AreaField name="des" label="说明" placeholder="中奖页上的补充说明" rows={2} />
        <SwitchField
          name="status"
          label="启用此奖品"
          on={0}
          off={1}
          help="停用后新活动不能再选择，已发布的活动不受影响"
        />
      </FormSection>
    </FormPage>
  );
};
