import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { FlowRow } from '@zhuiyuan/contract/trace/flow/flow-row';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { Button } from 'antd';
import FileUp from 'icon:file-up';
import Route from 'icon:route';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { FlowReview, FlowCopy, flowLists, FlowVoid, useFlowReview, useFlowCopy, useFlowVoid } from './flow-acts.tsx';
import { flowColumns, flowRowActs } from './flow-columns.tsx';
import { FlowDetail } from './flow-detail.tsx';
import { FlowLine } from './flow-line.tsx';
import { LotChainBar } from './lot-chain-bar.tsx';
import { lotFilter } from '../../../parts/pickers/lot-select.tsx';
import './flow.css';

const Public = enumeration({ true: { label: '公开' }, false: { label: '不公开' } });
const Void = enumeration({ false: { label: '有效' }, true: { label: '已作废' } });
const tabs = [
  { value: 'list', label: '列表' },
  { value: 'line', label: '时间轴' },
];

/** 流程管理: what was done to lots, its review, and one lot's steps on a line. */
export const Flows = () => {
  const navigate = useNavigate();
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<FlowRow>();
  const [products, types] = [useOptions('product'), useOptions('flowType')];
  const search = useSearch(flowApi.list);
  const [address, setAddress] = useSearchParams();
  const view = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'list';
  const setView = (next: string) => {
    const to = new URLSearchParams(address);
    to.set('tab', next);
    setAddress(to, { replace: true });
  };
  const [shownFlow, setShownFlow] = useOpened();
  const [audit, toVoid, copy] = [useFlowReview(), useFlowVoid(), useFlowCopy()];
  const crud = useCrud(flowApi, { page: '/identity/flowCreat', refresh: flowLists });
  const submit = useAct(flowApi.submit, { done: '提交成功', refresh: flowLists });
  const lotId = search.values['lotId'] ? Number(search.values['lotId']) : undefined;
  const setLotId = (next: number | undefined) => search.set({ lotId: next === undefined ? undefined : String(next) });

  const flip = async (row: FlowRow, isPublic: boolean) => {
    await call(flowApi.setPublic, { id: row.id, public: isPublic }, { quiet: true });
    search.reload();
    return true;
  };
  const columns = flowColumns({
    firmColumn,
    mayPublish: may(flowApi.setPublic.may),
    show: (row) => setShownFlow(row.id),
    publish: flip,
    actsOf: (row) =>
      flowRowActs(row, crud, {
        show: () => setShownFlow(row.id),
        submit: () => submit({ id: row.id }),
        audit: () => audit.open(undefined, { ids: [row.id] }),
        copy: () => copy.open(row),
        toVoid: () => toVoid.open(row),
      }),
  });
  const batch = (picked: Picked<FlowRow>) => (
    <>
      <May of={flowApi.audit.may}>
        <Button
          onClick={() => {
            audit.open(undefined, { ids: picked.keys.map(Number) });
            picked.clear();
          }}
        >
          批量审核
        </Button>
      </May>
      {crud.batch?.(picked)}
    </>
  );
  const add = (
    <May of={flowApi.save.may}>
      <Button
        type="primary"
        onClick={() => navigate(`/identity/flowCreat${lotId === undefined ? '' : `?lotId=${lotId}`}`)}
      >
        新增流程
      </Button>
    </May>
  );
  const switchView = <ListTabs items={tabs} value={view} change={setView} />;
  return (
    <>
      {view === 'line' ? (
        <section className="sheet page-fill zy-list">
          <div className="zy-list-tabs">{switchView}</div>
          <FlowLine lotId={lotId} setLotId={setLotId} open={setShownFlow} />
        </section>
      ) : (
        <ListScreen
          search={search}
          thing="流程"
          columns={columns}
          tabs={switchView}
          notice={lotId !== undefined && <LotChainBar lotId={lotId} />}
          filters={[
            ...firmFilter,
            textFilter('keywords', '流程', '标题、地点或操作人'),
            selectFilter('productId', '产品', products),
            lotFilter('lotId', '批次'),
            selectFilter('flowTypeId', '类型', types),
            selectFilter('stage', '环节', FlowStage),
            selectFilter('audit', '审核', { ...Review, options: Review.options.filter(({ value }) => value !== 4) }),
            selectFilter('isVoid', '作废', Void),
            selectFilter('public', '公开', Public),
            selectFilter('opSrc', '来源', OpSource),
            dateFilter('dateLimit', '发生时间'),
          ]}
          buttons={
            <>
              {add}
              <May of={flowApi.import.may}>
                <Button
                  icon={<FileUp size={14} strokeWidth={1.6} aria-hidden="true" />}
                  onClick={() => navigate('/identity/flowManager/import')}
                >
                  导入
                </Button>
              </May>
              <ExportButton biz="flow" endpoint={flowApi.export} input={search.values} />
            </>
          }
          batch={may(flowApi.removeMany.may) || may(flowApi.audit.may) ? batch : undefined}
          card={{ head: 'lotNo', status: 'audit', name: 'title', facts: ['storeName', 'occurAt', 'place'] }}
          empty={{ icon: Route, text: '流程记录一个批次经过的环节，审核后消费者扫码可以看到。', action: add }}
        />
      )}
      <FlowDetail id={shownFlow} close={() => setShownFlow(undefined)} />
      <FlowReview draft={audit} />
      <FlowVoid draft={toVoid} />
      <FlowCopy draft={copy} />
    </>
  );
};
