import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverRow } from '@zhuiyuan/contract/movement/document/deliver';
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
import { CancelForm, useCancelDraft } from './cancel-form.tsx';
import { LogisticsForm, useLogisticsDraft } from './logistics-form.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { scanRoutes } from '../scan-routes.ts';

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
