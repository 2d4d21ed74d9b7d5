import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { lotApi, type LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { Button } from 'antd';
import { Link, useNavigate, useParams } from 'react-router';
import { lotActivation, lotTask } from '../../../lib/code-addresses.ts';
import { usePageName } from '../../../lib/page-name.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { confirm } from '../../../lib/toast.ts';
import { productPage } from '../../../lib/object-addresses.ts';
import { ObjectMissing, ObjectPage } from '../object-page.tsx';
import { FlowsTab, RecallsTab, RunsTab, ScansTab, TasksTab } from '../related-tabs.tsx';
import { LotForm } from './lot-form.tsx';
import { LotQc, useLotQc } from './lot-qc.tsx';
import { LotRecall, useLotRecall } from './lot-recall.tsx';
import { toLotStatus } from './lot-status.ts';
import { useLotCrud } from './use-lot-crud.ts';

const Lot = ({ lot }: { lot: LotRow }) => {
  const navigate = useNavigate();
  const may = useMay();
  const crud = useLotCrud(undefined);
  const [qc, recall] = [useLotQc(), useLotRecall()];
  const cancelRecall = useAct(lotApi.cancelRecall, { refresh: crud.lists });
  const of = { lotId: lot.id };
  const isRecalled = lot.recallState === RecallState.recalled;
  const endRecall = async () => {
    const text = `解除后，批次“${lot.lotNo}”的码恢复正常查询，确定解除？`;
    if (await confirm({ text, saysCancelled: false })) await cancelRecall({ id: lot.id });
  };
  return (
    <>
      <ObjectPage
        title={lot.lotNo}
        status={toLotStatus(lot)}
        facts={[
          { label: '产品', value: <Link to={productPage(lot.productId)}>{lot.storeName}</Link> },
          { label: '生产日期', value: lot.produceDate },
          { label: '有效期至', value: lot.expireDate },
          { label: '产线', value: [lot.workshop, lot.lineNo, lot.team].filter(Boolean).join(' ') },
          { label: '创建时间', value: timeText(lot.createTime) },
          { label: '备注', value: lot.remark },
        ]}
        buttons={
          <>
            {may(lotApi.update.may) && <Button onClick={() => crud.draft.open(lot)}>编辑</Button>}
            {may(lotApi.qc.may) && <Button onClick={() => qc.open(lot)}>质检</Button>}
            {may(lotApi.recall.may) &&
              (isRecalled ? (
                <Button onClick={() => void endRecall()}>解除召回</Button>
              ) : (
                <Button onClick={() => recall.open(lot)}>召回</Button>
              ))}
            {may(flowApi.save.may) && (
              <Button onClick={() => void navigate(`/identity/flowCreat?lotId=${lot.id}`)}>新增流程</Button>
            )}
            {may(codeOpApi.use.may) && (
              <Button onClick={() => void navigate(lotActivation(lot.productId, lot.id))}>启用</Button>
            )}
            <May of={taskApi.save.may}>
              <Button type="primary" onClick={() => void navigate(lotTask(lot.productId, lot.id))}>
                生码
              </Button>
            </May>
          </>
        }
        notices={
          isRecalled
            ? [
                `召回中：${countText(lot.activeCnt)} 个码对消费者显示召回提示，${countText(lot.shipCnt)} 件已发货。${lot.recallText}${
                  lot.recallAt ? `（${timeText(lot.recallAt)}）` : ''
                }`,
              ]
            : []
        }
        stats={[
          { label: '计划产量', value: lot.planQty === null ? '-' : countText(lot.planQty) },
          { label: '已启用', value: countText(lot.activeCnt), unit: '个' },
          { label: '已发货', value: countText(lot.shipCnt), unit: '件', hint: '企业发出的产品，已减去撤销的发货' },
          { label: '已作废', value: countText(lot.voidCnt), unit: '个' },
          { label: '流程记录', value: countText(lot.flowCount), unit: '条' },
        ]}
        tabs={[
          ...(may(taskApi.list.may) ? [{ value: 'tasks', label: '生码任务', content: <TasksTab of={of} /> }] : []),
          ...(may(identityApi.ofLot.may) ? [{ value: 'codes', label: '码', content: <RunsTab lotId={lot.id} /> }] : []),
          ...(may(scanLogApi.list.may) ? [{ value: 'scans', label: '扫码', content: <ScansTab of={of} /> }] : []),
          ...(may(flowApi.list.may)
            ? [
                {
                  value: 'flows',
                  label: '流程',
                  count: lot.flowCount,
                  content: <FlowsTab of={of} />,
                },
              ]
            : []),
          { value: 'recalls', label: '召回', content: <RecallsTab of={of} /> },
        ]}
      />
      <LotForm draft={crud.draft} product={undefined} />
      <LotQc draft={qc} />
      <LotRecall draft={recall} />
    </>
  );
};

/** One lot: what it is, its quality check and recall, its code tasks and steps. */
export const LotPage = () => {
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useRead(lotApi.info, { id });
  usePageName(data?.lotNo);
  return data ? (
    <Lot lot={data} />
  ) : (
    <ObjectMissing
      thing="批次"
      list={{ name: '批次管理', path: '/identity/lotManager' }}
      error={error}
      retry={() => void refetch()}
    />
  );
};
