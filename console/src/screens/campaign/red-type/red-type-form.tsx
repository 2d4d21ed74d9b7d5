import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { redTypeApi, RedScene, type RedTypeDraft } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { NumberField, RadioField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';

const list = '/lottery/redTypeManager';

const load = async (id: number) => {
  const type = await call(redTypeApi.info, { id }, { quiet: true });
  return { ...type, payKind: type.payKind as RedPayKind, scene: type.scene as RedTypeDraft['scene'] };
};

/** 新增红包类型 / 编辑红包类型. */
export const RedTypeForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id,
    create: redTypeApi.save,
    update: redTypeApi.update,
    list: redTypeApi.list,
    refresh: [redTypeApi.info],
    load,
    blank: { payKind: RedPayKind.balance, sort: 0, status: Enabled.on },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? redTypeApi.update.may : redTypeApi.save.may))
    return <NoPermission permission={id ? '编辑红包类型' : '新增红包类型'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="红包类型">
        <FirmField isNew={draft.isNew} />
        <TextField name="des" label="类型名称" />
        <SelectField name="scene" label="场景" from={RedScene} />
        <RadioField name="payKind" label="支付方式" from={RedPayKind} />
        <NumberField name="sort" label="排序" placeholder="0-9999，小的在前" min={0} max={9999} />
        <ImageField name="icon" label="图标" />
        <SwitchField name="status" label="启用此类型" on={0} off={1} help="停用后新的红包活动不能再选择" />
      </FormSection>
    </FormPage>
  );
};
