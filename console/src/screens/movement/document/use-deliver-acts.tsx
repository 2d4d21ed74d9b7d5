import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import type { DeliverRow } from '@zhuiyuan/contract/movement/document/deliver-list';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deliverList } from '../../../lib/object-addresses.ts';
import { newKey } from '../../../lib/new-key.ts';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { countText } from '../../../parts/format/numbers.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { deliverChanges } from '../deliver-changes.ts';
import { SignDrawer } from '../sign-drawer.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { AreaField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../../parts/form/use-draft.ts';
import { call } from '../../../lib/call.ts';
import { PrintSheet } from './print-sheet.tsx';

/** How a document's goods travel, as it stands when it is opened. */
const useLogisticsDraft = () =>
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
const LogisticsForm = ({ draft }: { draft: FormDraft }) => (
  <FormModal draft={draft} title="编辑物流">
    <TextField name="logisticsName" label="物流公司" placeholder="如 德邦物流" />
    <TextField name="logisticsNo" label="物流单号" />
    <TextField name="plateNo" label="车牌号" />
    <TextField name="driver" label="司机" placeholder="姓名和电话" />
  </FormModal>
);

/** Which document is to be taken back, and why. */
const useCancelDraft = () => {
  const [row, setRow] = useState<DeliverRow>();
  const draft = useDraft({ create: shipApi.cancel, refresh: deliverChanges, done: { create: '操作成功' } });
  return {
    draft,
    row,
    open: (next: DeliverRow) => {
      setRow(next);
      draft.open(undefined, { id: next.id, idemKey: newKey() });
    },
  };
};

/** 撤销整单: says what goes back and what stays, and asks why. */
const CancelForm = ({ draft, row }: { draft: FormDraft; row: DeliverRow | undefined }) => (
  <FormModal draft={draft} title="撤销整单" save="撤销">
    {row && (
      <p className="zy-cancel-question">
        确定撤销发货单{row.deliverNo}？未签收的{countText(row.itemQty - row.signQty)}件将退回发货方
      </p>
    )}
    {row && row.signQty > 0 && (
      <NoticeBar tone="wait">已签收的 {countText(row.signQty)} 件不能撤销，需走退货</NoticeBar>
    )}
    <AreaField name="reason" label="撤销原因" placeholder="如 发错收货方" />
  </FormModal>
);

/** The routes of the scan page, each with what one must be allowed to open it; a range is at home in the last. */
const scanRoutes = [
  { path: `${deliverList}/box`, may: 'admin:identity:deliver:box' },
  { path: `${deliverList}/alone`, may: 'admin:identity:deliver:alone' },
  { path: `${deliverList}/batch`, may: 'admin:identity:deliver:batch' },
] as const;

/** What can be done with a document as it stands, each by its name; what its state or one's permissions forbid is absent. */
export interface DeliverActs {
  print?: Act;
  signAll?: Act;
  signCodes?: Act;
  takeBack?: Act;
  append?: Act;
  logistics?: Act;
  cancel?: Act;
}

/** The acts of shipping documents, and the dialogs they open. */
export const useDeliverActs = () => {
  const may = useMay();
  const navigate = useNavigate();
  const cancel = useCancelDraft();
  const logistics = useLogisticsDraft();
  const sign = useAct(signApi.sign, { done: '', refresh: deliverChanges });
  const [scanned, setScanned] = useState<DeliverRow>();
  const [printed, setPrinted] = useState<number>();
  const signAll = async (id: number) => {
    const { signed } = await sign({ id, mode: 'all', idemKey: newKey() });
    toast.success(`签收成功：${countText(signed)}件`);
  };
  const of = (row: DeliverRow): DeliverActs => {
    const isOpen = row.status === DeliverStatus.shipped;
    const remain = row.itemQty - row.signQty;
    const scanRoute = scanRoutes.find((route) => may(route.may));
    return {
      print: may(deliverApi.print.may) ? { label: '打印', run: () => setPrinted(row.id) } : undefined,
      ...(isOpen && may(signApi.sign.may)
        ? {
            signAll: {
              label: '整单签收',
              confirm: `确定签收发货单${row.deliverNo}共${countText(remain)}件？`,
              run: () => signAll(row.id),
            },
            signCodes: { label: '扫码签收', run: () => setScanned(row) },
          }
        : {}),
      takeBack:
        row.signQty > 0 &&
        row.bizType !== BizType.takeBack &&
        row.toKind !== Holder.firm &&
        may('admin:identity:deliver:return')
          ? { label: '退货', run: () => navigate(`${deliverList}/return?of=${row.id}`) }
          : undefined,
      append:
        isOpen && row.signQty === 0 && scanRoute
          ? { label: '追加', run: () => navigate(`${scanRoute.path}?deliverId=${row.id}`) }
          : undefined,
      logistics: may(shipApi.updateLogistics.may) ? { label: '编辑物流', run: () => logistics.open(row) } : undefined,
      cancel:
        isOpen && may(shipApi.cancel.may)
          ? { label: '撤销整单', destructive: true, asksItself: true, run: () => cancel.open(row) }
          : undefined,
    };
  };
  return {
    of,
    layers: (
      <>
        <CancelForm {...cancel} />
        <LogisticsForm draft={logistics} />
        <SignDrawer row={scanned} close={() => setScanned(undefined)} />
        {printed !== undefined && <PrintSheet id={printed} close={() => setPrinted(undefined)} />}
      </>
    ),
  };
};
