import {
  AssocMode,
  CodeSource,
  LabelMould,
  Level,
  TaskPhase,
  PrintColor,
  UrlStyle,
} from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button, Skeleton } from 'antd';
import { Code } from '../../../parts/format/code.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { LotLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { Qr } from '../../../parts/format/qr.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { PagedTable, PlainTable } from '../../../parts/list/plain-table.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { useRead } from '../../../lib/use-read.ts';
import { partColumns, taskSegmentColumns } from './task-columns.tsx';
import { TaskState } from './task-state.tsx';

type Detail = DataOf<(typeof taskApi)['info']>;

const ratioText = ({ assocMode, boxNum, caseNum }: Detail) =>
  assocMode === AssocMode.none
    ? AssocMode.label(0)
    : `套标，${[
        caseNum > 0 ? `大箱装 ${caseNum} ${boxNum > 0 ? '小箱' : '个产品'}` : '',
        boxNum > 0 ? `小箱装 ${boxNum} 个产品` : '',
      ]
        .filter(Boolean)
        .join('，')}`;

/** How codes of our own are printed. */
const printingOf = (task: Detail) => [
  {
    label: '码内容',
    value: `${UrlStyle.label(task.urlStyle)}${task.urlStyle === UrlStyle.code ? '' : `，${task.urlHost}`}`,
  },
  { label: '文件', value: `${task.fileType}，每个文件 ${countText(task.fileRows)} 条` },
  {
    label: '印刷',
    value: [`标签 ${LabelMould.label(task.mouldId)}`, PrintColor.label(task.printColor), task.printer]
      .filter(Boolean)
      .join('，'),
  },
  { label: '下载限制', value: `每个文件 ${task.maxDownload} 次` },
  { label: '标识注册', value: task.regOn ? '生成后自动注册码段' : '不注册' },
];

const factsOf = (task: Detail) => [
  { label: '任务名称', value: task.name },
  { label: '产品', value: task.storeName && <ProductLink id={task.productId}>{task.storeName}</ProductLink> },
  { label: '批号', value: task.lotNo && <LotLink id={task.lotId}>{task.lotNo}</LotLink> },
  { label: '码制', value: task.fmtText },
  { label: '来源', value: CodeSource.label(task.source) },
  { label: '关联方式', value: ratioText(task) },
  {
    label: '数量',
    value: [
      task.caseCount > 0 ? `大箱码 ${countText(task.caseCount)}` : '',
      task.boxCount > 0 ? `小箱码 ${countText(task.boxCount)}` : '',
      task.itemCount > 0 ? `产品码 ${countText(task.itemCount)}` : '',
    ]
      .filter(Boolean)
      .join('，'),
  },
  ...(task.source === CodeSource.ours ? printingOf(task) : [{ label: '链接前缀', value: task.urlPrefix }]),
  { label: '自动启用', value: task.autoActivate ? '生成后自动启用' : '不启用' },
  { label: '所属企业', value: task.firmName },
  { label: '创建', value: [task.creator, timeText(task.createTime)].filter(Boolean).join('，') },
  { label: '完成时间', value: timeText(task.finishedAt) },
  ...(task.auditRemark ? [{ label: '审核意见', value: task.auditRemark }] : []),
  ...(task.failReason ? [{ label: '原因', value: task.failReason }] : []),
  ...(task.remark ? [{ label: '备注', value: task.remark, isWide: true }] : []),
];

/** The first codes with what is printed for them, to hold a phone against before printing. */
const Samples = ({ taskId }: { taskId: number }) => {
  const { data } = useRead(taskApi.sample, { taskId, n: 3 });
  return (
    <>
      <h3 className="zy-codes-part">码样</h3>
      <ul className="zy-task-samples">
        {data?.map(({ seg, serial, level, code, url }) => (
          <li key={`${seg} ${serial}`}>
            <Qr text={url} size={72} label={`${code} 的二维码`} />
            <div>
              <small>
                {Level.label(level)}码，第 {countText(serial)} 个
              </small>
              <Code code={code} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
};

const Files = ({ task, download }: { task: Detail; download: () => void }) => {
  const search = useLocalSearch(taskApi.parts, { fixed: { taskId: task.id } });
  return (
    <>
      <h3 className="zy-codes-part">
        文件 <small>{search.total > 0 ? `${countText(search.total)} 个` : ''}</small>
        {task.phase === TaskPhase.done && (
          <May of={taskApi.partUrl.may}>
            <Button className="zy-codes-part-end" size="small" onClick={download}>
              下载
            </Button>
          </May>
        )}
      </h3>
      <PagedTable
        search={search}
        columns={partColumns(task.maxDownload)}
        keyOf={(row) => row.partNo}
        empty="文件生成后在这里下载"
      />
    </>
  );
};

/** Everything about one code task, beside the list. */
export const TaskDetail = ({
  task,
  close,
  download,
}: {
  task: TaskRow | undefined;
  close: () => void;
  download: (task: TaskRow) => void;
}) => {
  const { data, error, refetch } = useRead(taskApi.info, task && { id: task.id });
  return (
    <SideDrawer
      width="min(1000px, calc(100vw - 200px))"
      isOpen={task !== undefined}
      close={close}
      title="生码任务"
      name={task?.taskNo}
      mark={
        data && (
          <TaskState
            row={{
              ...data,
              ...(task?.id === data.id ? { phase: task.phase, status: task.status, progress: task.progress } : {}),
            }}
          />
        )
      }
    >
      {error && !data && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && (
        <>
          <Facts items={factsOf(data)} isPaired />
          <h3 className="zy-codes-part">
            码段 <small>{data.segments.length} 个</small>
          </h3>
          <PlainTable columns={taskSegmentColumns} rows={data.segments} keyOf={(row) => row.seg} empty="没有码段" />
          <Samples taskId={data.id} />
          {data.source === CodeSource.ours && <Files task={data} download={() => download(data)} />}
        </>
      )}
    </SideDrawer>
  );
};
