import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { id as idField } from '@zhuiyuan/contract/kit/fields';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { Form } from 'antd';
import { z } from 'zod';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { DateTimeField } from '../../../parts/form/date-fields.tsx';
import { AreaField, OwnField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { ShopPicker } from '../../../parts/pickers/shop-picker.tsx';
import { tellSame } from './shop-link-dialog.tsx';
import { KindField, TargetField } from './shop-link-fields.tsx';

const list = '/identity/shopAssManager?tab=tie';

/** What the form holds beside what an update sends: the link being replaced. */
const shownFields = {
  firmId: idField().optional(),
  kind: z.number(),
  shopIds: z.array(z.number()),
  now: z.string(),
};

const load = async (id: number) => {
  const { firmId, kind, shopId, targetName, bindAt } = await call(shopLinkApi.info, { id }, { quiet: true });
  return { id, firmId, kind, shopIds: [shopId], now: `现为${targetName}，自 ${timeText(bindAt)} 起` };
};

const owned = ['shopIds', 'targetId'];

const LinkFields = ({ isNew }: { isNew: boolean }) => {
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId', { preserve: true });
  const now = Form.useWatch<string | undefined>('now', { preserve: true });
  const waits = isPlatform && !firmId;
  return (
    <>
      <FirmField isNew={isNew} owned={owned} />
      <KindField disabled={!isNew} />
      <OwnField name="shopIds" label="门店" isWide>
        <ShopPicker firmId={firmId} isFixed={!isNew} waits={waits} />
      </OwnField>
      <TargetField firmId={firmId} waits={waits} help={now} />
      <DateTimeField name="effectAt" label="生效时间" placeholder="不填则立即生效" />
      <AreaField name="reason" label="变更原因" placeholder={isNew ? '替换现有关联时必填' : undefined} />
    </>
  );
};

/** 新增门店关联 / 变更关联. */
export const ShopLinkForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: shopLinkApi.save,
    update: shopLinkApi.update,
    list: shopLinkApi.list,
    refresh: [shopApi.list, shopApi.info],
    load,
    blank: { kind: ShopLinkKind.agent, shopIds: [] },
    done: { create: '创建成功', update: '操作成功' },
    onSaved: (data) => {
      tellSame(data);
      leaveTab(list);
    },
  });
  const created = useFirmSchema(draft.schema);
  const schema = id ? draft.schema.safeExtend(shownFields) : created;
  if (!may(id ? shopLinkApi.update.may : shopLinkApi.save.may))
    return <NoPermission permission={id ? '变更关联' : '新增关联'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }} note="变更经销商不影响历史流向与已产生的抵扣">
      <FormSection title="门店关联">
        <LinkFields isNew={draft.isNew} />
      </FormSection>
    </FormPage>
  );
};
