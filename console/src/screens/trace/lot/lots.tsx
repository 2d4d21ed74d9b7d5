import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { lotApi, type LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { QcState, RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { Boxes } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { acts, cell, count, day, name, text, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { Tag } from '../../../parts/format/tag.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import type { useSearch } from '../../../parts/list/use-search.ts';
import { lotPage } from '../../../lib/object-addresses.ts';
import { LotForm } from './lot-form.tsx';
import { LotQc, useLotQc } from './lot-qc.tsx';
import { LotRecall, useLotRecall } from './lot-recall.tsx';
import { soonDays, toLotStatus } from './lot-status.ts';
import { useLotCrud } from './use-lot-crud.ts';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';

/** 有效期至: red when past, orange within 30 days. */
export const expireColumn: Column<LotRow> = cell(
  'expireDate',
  '有效期至',
  ({ expireDate }) => {
    if (!expireDate) return '-';
    const today = shanghaiToday();
    if (expireDate < today) return <span className="zy-expired">{expireDate}</span>;
    return <span className={expireDate <= addDays(today, soonDays) ? 'zy-expiring' : undefined}>{expireDate}</span>;
  },
  { width: 104, sort: 'expireDate' },
);

/** What is worst about a lot, and why. */
const statusColumn: Column<LotRow> = {
  ...cell<LotRow>(
    'recallState',
    '状态',
    (row) => {
      const { label, tone, cause } = toLotStatus(row);
      return (
        <span className="zy-lot-status">
          <Tag tone={tone}>{label}</Tag>
          {cause && <small title={cause}>{cause}</small>}
        </span>
      );
    },
    { width: 168 },
  ),
  isStatus: true,
};

/** Production lots of one product, or of all. */
export const Lots = ({
  product,
  search,
  hasAdd = true,
}: {
  product: ProductRow | undefined;
  /** Whether one can be added here, and not beside it. */
  hasAdd?: boolean;
  search: ReturnType<typeof useSearch<typeof lotApi.list>>;
}) => {
  const qc = useLotQc();
  const recall = useLotRecall();
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<LotRow>();
  const navigate = useNavigate();
  const toFlows = (row: LotRow) => navigate(`/identity/flowManager?lotId=${row.id}`);
  const crud = useLotCrud(product?.id);
  const cancelRecall = useAct(lotApi.cancelRecall, { refresh: crud.lists });

  const columns: Column<LotRow>[] = [
    name('lotNo', '批号', { least: 104, open: (row) => void navigate(lotPage(row.id)) }),
    ...(product ? [] : [text<LotRow>('storeName', '产品', { width: 200 }), ...firmColumn]),
    day('produceDate', '生产日期', { width: 104, sort: 'produceDate' }),
    expireColumn,
    ...(product
      ? [
          text<LotRow>('lineNo', '产线', { width: 68 }),
          text<LotRow>('workshop', '车间', { width: 72 }),
          text<LotRow>('team', '班组', { width: 64 }),
        ]
      : []),
    count('planQty', '计划产量', { width: 82 }),
    count('activeCnt', '已启用', { width: 72 }),
    count('voidCnt', '已作废', { width: 66 }),
    cell(
      'flowCount',
      '流程记录',
      (row) =>
        may(flowApi.list.may) ? (
          <button type="button" className="zy-link" onClick={() => toFlows(row)}>
            {countText(row.flowCount)}
          </button>
        ) : (
          countText(row.flowCount)
        ),
      { width: 76, align: 'right' },
    ),
    statusColumn,
    acts((row) => [
      crud.editAct(row),
      { label: '流程', may: flowApi.list.may, run: () => toFlows(row) },
      { label: '质检', may: lotApi.qc.may, run: () => qc.open(row) },
      row.recallState === RecallState.normal
        ? { label: '召回', may: lotApi.recall.may, run: () => recall.open(row) }
        : {
            label: '解除召回',
            may: lotApi.cancelRecall.may,
            confirm: `解除后，批次“${row.lotNo}”的码恢复正常查询，确定解除？`,
            run: () => cancelRecall({ id: row.id }),
          },
      crud.removeAct(row),
    ]),
  ];
  const add = hasAdd && crud.addButton('新增批次');
  return (
    <>
      <ListScreen
        search={search}
        thing="批次"
        columns={columns}
        filters={[
          ...(product ? [] : firmFilter),
          textFilter('lotNo', '批号'),
          dateFilter('produceDate', '生产日期'),
          dateFilter('expireDate', '有效期至'),
          selectFilter('qcState', '质检', QcState),
          selectFilter('recallState', '召回', RecallState),
        ]}
        buttons={
          <>
            {add}
            <ImportButton endpoint={lotApi.import} biz="lot" thing="批次" refresh={crud.lists} />
          </>
        }
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
