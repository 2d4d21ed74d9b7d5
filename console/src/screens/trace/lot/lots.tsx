import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { lotApi, type LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState, RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import Boxes from 'icon:boxes';
import { useNavigate } from 'react-router';
import { lotActivation, lotTask } from '../../../lib/code-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import type { Act } from '../../../parts/list/acts.tsx';
import { acts } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import type { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { TabHead } from '../tab-head.tsx';
import { lotFlows, useLotColumns } from './lot-columns.tsx';
import { LotForm } from './lot-form.tsx';
import { LotQc, useLotQc } from './lot-qc.tsx';
import { LotRecall, useLotRecall } from './lot-recall.tsx';
import { useLotCrud } from './use-lot-crud.ts';

/** 合计 of a product's lots, as the filters leave them. */
const useSums = (productId: number | undefined, search: ReturnType<typeof useSearch<typeof lotApi.list>>) => {
  const may = useMay();
  const { lotNo, qcState, recallState } = search.input;
  const isAsked = productId !== undefined && may(lotApi.sums.may);
  const { data } = useRead(lotApi.sums, isAsked ? { productId, lotNo, qcState, recallState } : undefined, {
    keeps: true,
  });
  return (
    data && {
      activeCnt: `${countText(data.activeCnt)} / ${countText(data.planQty)}`,
      shipCnt: countText(data.shipCnt),
      voidCnt: countText(data.voidCnt),
    }
  );
};

/** Production lots of one product, or of all. */
export const Lots = ({
  product,
  search,
  isTab = false,
}: {
  product: ProductRow | undefined;
  /** Whether they are a tab of their product's page, where one is added beside them. */
  isTab?: boolean;
  search: ReturnType<typeof useSearch<typeof lotApi.list>>;
}) => {
  const qc = useLotQc();
  const recall = useLotRecall();
  const firmFilter = useFirmFilter();
  const navigate = useNavigate();
  const crud = useLotCrud(product?.id);
  const cancelRecall = useAct(lotApi.cancelRecall, { refresh: [...crud.lists, lotApi.recalls] });
  const sums = useSums(isTab ? product?.id : undefined, search);

  // What a lot's state asks for comes first.
  const actsOf = (row: LotRow): Act[] => {
    const check: Act = { label: '质检', may: lotApi.qc.may, run: () => qc.open(row) };
    const activate: Act = {
      label: '启用',
      may: codeOpApi.use.may,
      run: () => navigate(lotActivation(row.productId, row.id)),
    };
    const flows: Act = { label: '流程', may: flowApi.list.may, run: () => navigate(lotFlows(row.id)) };
    const issue: Act = {
      label: '生码',
      may: taskApi.save.may,
      run: () => navigate(lotTask(row.productId, row.id)),
    };
    const back: Act = {
      label: '解除召回',
      may: lotApi.cancelRecall.may,
      confirm: `解除后，批次“${row.lotNo}”的码恢复正常查询，确定解除？`,
      run: () => cancelRecall({ id: row.id }),
    };
    const start: Act = { label: '召回', may: lotApi.recall.may, run: () => recall.open(row) };
    const rest = [issue, crud.editAct(row), crud.removeAct(row)];
    if (row.recallState === RecallState.recalled) return [back, flows, check, activate, ...rest];
    if (row.qcState === QcState.waiting) return [check, activate, flows, start, ...rest];
    if (row.planQty !== null && row.activeCnt >= row.planQty) return [flows, check, activate, start, ...rest];
    return [activate, flows, check, start, ...rest];
  };
  const add = !isTab && crud.addButton('新增批次');
  return (
    <>
      <ListScreen
        search={search}
        thing="批次"
        columns={[...useLotColumns(product !== undefined), acts(actsOf)]}
        filters={[
          ...(product ? [] : firmFilter),
          textFilter('lotNo', '批号'),
          ...(isTab ? [] : [dateFilter('produceDate', '生产日期'), dateFilter('expireDate', '有效期至')]),
          selectFilter('qcState', '质检', QcState),
          selectFilter('recallState', '召回', RecallState),
        ]}
        Head={isTab ? TabHead : undefined}
        buttons={
          <>
            {add}
            <ImportButton endpoint={lotApi.import} biz="lot" thing="批次" refresh={crud.lists} />
          </>
        }
        sums={sums}
        flash={crud.draft.savedId}
        card={{
          head: 'lotNo',
          status: 'recallState',
          ...(product ? {} : { name: 'storeName' as const }),
          facts: ['produceDate', 'expireDate', (row) => `已启用 ${countText(row.activeCnt)}`],
        }}
        empty={{ icon: Boxes, text: '一次生产是一个批次，码启用时绑定到批次。', action: add }}
      />
      <LotForm draft={crud.draft} product={product} />
      <LotQc draft={qc} />
      <LotRecall draft={recall} />
    </>
  );
};
