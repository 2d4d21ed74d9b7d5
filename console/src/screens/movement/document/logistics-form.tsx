import { deliverApi, type DeliverRow } from '@zhuiyuan/contract/movement/document/deliver';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { call } from '../../../lib/call.ts';
import { TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../../parts/form/use-draft.ts';
import { deliverChanges } from '../deliver-changes.ts';

/** How a document's goods travel, as it stands when it is opened. */
export const useLogisticsDraft = () =>
  useDraft({
    create: shipApi.updateLogistics,
    list: deliverApi.list,
    refresh: deliverChanges,
    from: async ({ id }: DeliverRow) => {
      const { logisticsName, logisticsNo, plateNo, driver, version } = await call(
        deliverApi.info,
        { id },
        { quiet: true },
      );
      return { id, logisticsName, logisticsNo, plateNo, driver, version };
    },
    done: { update: '操作成功' },
  });

/** 编辑物流. */
export const LogisticsForm = ({ draft }: { draft: FormDraft }) => (
  <FormModal draft={draft} title="编辑物流">
    <TextField name="logisticsName" label="物流公司" placeholder="如 德邦物流" />
    <TextField name="logisticsNo" label="物流单号" />
    <TextField name="plateNo" label="车牌号" />
    <TextField name="driver" label="司机" placeholder="姓名和电话" />
  </FormModal>
);
