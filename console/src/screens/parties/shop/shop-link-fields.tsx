import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Form, Radio } from 'antd';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { ChannelInput, SalesmanInput } from '../class-inputs.tsx';
import { OwnField } from '../../../parts/form/fields.tsx';

const KindRadio = ({
  id,
  value,
  onChange,
  disabled,
}: {
  id?: string;
  value?: number;
  onChange?: (kind: number) => void;
  disabled?: boolean;
}) => {
  const form = Form.useFormInstance();
  const choose = (kind: number) => {
    onChange?.(kind);
    form.setFieldValue('targetId', undefined);
  };
  return (
    <Radio.Group
      id={id}
      value={value}
      disabled={disabled}
      options={ShopLinkKind.options.map((option) => ({ value: option.value, label: option.label }))}
      onChange={(event) => choose(Number(event.target.value))}
    />
  );
};

/** 关联类型; another kind has other targets, so the chosen one goes. */
export const KindField = ({ disabled }: { disabled?: boolean }) => (
  <OwnField name="kind" label="关联类型" isWide>
    <KindRadio disabled={disabled} />
  </OwnField>
);

const inputs = { 1: AgentInput, 2: SalesmanInput, 3: ChannelInput } as const;

/** 关联对象: an agent, salesman or channel by the chosen kind, of one firm. */
export const TargetField = ({
  firmId,
  waits = false,
  help,
  now,
}: {
  firmId: number | undefined;
  /** The firm has to be chosen first. */
  waits?: boolean;
  help?: string;
  /** Whom the one shop belongs to now, by kind. */
  now?: Record<ShopLinkKind, string>;
}) => {
  const kind = Form.useWatch<ShopLinkKind | undefined>('kind') ?? 1;
  const Input = inputs[kind];
  const present = now && (now[kind] ? `现为${now[kind]}` : `现无${ShopLinkKind.label(kind)}`);
  return (
    <OwnField name="targetId" label={ShopLinkKind.label(kind)} help={help ?? present}>
      <Input
        firmId={firmId}
        disabled={waits}
        placeholder={waits ? '先选择所属企业' : `请选择${ShopLinkKind.label(kind)}`}
      />
    </OwnField>
  );
};
