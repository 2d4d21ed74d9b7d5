import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { Form } from 'antd';
import { call } from '../../../lib/call.ts';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { ChannelInput, SalesmanInput } from '../class-inputs.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { AreaField, OwnField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { PayeeFields } from '../payee-fields.tsx';
import { PlaceFields } from '../place-fields.tsx';
import type { FormDraft } from '../../../parts/form/use-draft.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';

/** A shop as its form begins: whole, for its phone. */
export const toShopDraft = async ({ id }: { id: number }) => {
  const { shopType, grade, ...shop } = await call(shopApi.info, { id }, { quiet: true });
  return { ...shop, shopType: shopType as 1, grade: (grade || undefined) as 'A' | undefined };
};

/** What can be done with shops; one being edited is fetched whole, for its phone. */
export const useShopCrud = () =>
  useCrud(shopApi, {
    refresh: [shopApi.info, shopLinkApi.list],
    blank: { status: Enabled.on },
    from: toShopDraft,
  });

const owned = ['agentId', 'salesmanId', 'channelId'];

/** Agent, salesman and channel of the chosen firm. */
const LinkFields = ({ row }: { row: Pick<ShopRow, 'firmId'> | undefined }) => {
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId') ?? row?.firmId;
  const waits = isPlatform && !firmId;
  const common = { firmId, disabled: waits, ...(waits ? { placeholder: '先选择所属企业' } : {}) };
  return (
    <>
      <OwnField name="agentId" label="所属经销商">
        <AgentInput {...common} />
      </OwnField>
      <OwnField name="salesmanId" label="业务员">
        <SalesmanInput {...common} />
      </OwnField>
      <OwnField name="channelId" label="渠道">
        <ChannelInput {...common} />
      </OwnField>
    </>
  );
};

/** 新增门店 / 编辑门店. */
export const ShopForm = ({ draft }: { draft: FormDraft & { row: Pick<ShopRow, 'name' | 'firmId'> | undefined } }) => {
  const schema = useFirmSchema(draft.schema);
  return (
    <FormDrawer draft={{ ...draft, schema }} thing="门店" name={draft.row?.name} width={720}>
      <FieldGroup title="基本信息">
        <FirmField isNew={draft.isNew} owned={owned} />
        <TextField name="name" label="门店名称" />
        <TextField name="shopNo" label="门店编号" placeholder="不填则自动编号" />
        <SelectField name="shopType" label="门店类型" from={ShopType} />
        <SelectField name="grade" label="等级" from={ShopGrade} mayClear />
      </FieldGroup>
      <FieldGroup title="归属">
        <LinkFields row={draft.row} />
      </FieldGroup>
      <FieldGroup title="联系方式">
        <TextField name="contact" label="联系人" />
        <TextField name="phone" label="联系电话" placeholder="手机号" />
        <PlaceFields />
      </FieldGroup>
      <FieldGroup title="收款账户">
        <PayeeFields />
      </FieldGroup>
      <FieldGroup title="资料">
        <ImageField name="doorImage" label="门头照片" />
        <ImageField name="licenseImage" label="营业执照" />
        <TextField name="licenseNo" label="营业执照号" isWide />
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField name="status" label="启用此门店" on={0} off={1} help="停用后不能再向其发货" />
      </FieldGroup>
    </FormDrawer>
  );
};
