import { resource } from '../../kit/resource.ts';
import { manyRows, oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { count, filterText, flag, id, ids, int, optionalText, text, time } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { pageOf, paging, sortBy } from '../../kit/page.ts';
import { picking } from '../../kit/picking.ts';
import { AssocMode, CodeSource, Faces, FileType, Fmt, TaskPhase, TaskStatus, UrlStyle } from '../state/code-enums.ts';
import { PartRow, SegmentRow } from '../state/segment.ts';
import { TaskDraft } from './task-draft.ts';
import { segField, serialField } from '../../kit/place-fields.ts';

/** Tasks of more codes than this wait for review, unless a firm has settled another number. */
export const usualReviewOver = 1_000_000;

export const TaskRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  taskNo: z.string(),
  name: z.string(),
  source: z.number(),
  fmt: Fmt.schema,
  faces: z.number(),
  pinLen: z.number(),
  /** Format, faces and verify code in words: `16位字符·明暗码·6位验证码`. */
  fmtText: z.string(),
  productId: z.number().nullable(),
  storeName: z.string(),
  lotId: z.number().nullable(),
  lotNo: z.string(),
  itemCount: z.number(),
  boxCount: z.number(),
  caseCount: z.number(),
  assocMode: z.number(),
  status: TaskStatus.schema,
  phase: TaskPhase.schema,
  /** Its files are begun, and no worker is at them at this moment. */
  isWaiting: z.boolean(),
  /** Percent of print file rows written, 0–100. */
  progress: z.number(),
  failReason: z.string(),
  /** Percent of the task's codes that are activated, and that were scanned; one decimal. */
  activeRate: z.number(),
  scanRate: z.number(),
  creator: z.string(),
  createTime: time,
  updateTime: time,
  finishedAt: time.nullable(),
});
export type TaskRow = z.output<typeof TaskRow>;

export const TaskDetail = TaskRow.extend({
  boxNum: z.number(),
  caseNum: z.number(),
  urlStyle: z.number(),
  urlHost: z.string(),
  /** What stands before imported codes in their printed addresses. */
  urlPrefix: z.string(),
  usesFirmDomain: z.boolean(),
  fileType: z.string(),
  fileRows: z.number(),
  mouldId: z.number(),
  printColor: z.number(),
  printer: z.string(),
  maxDownload: z.number(),
  autoActivate: z.boolean(),
  regOn: z.boolean(),
  auditRemark: z.string(),
  remark: z.string(),
  segments: z.array(SegmentRow),
});

/** Labels one print may hold. */
export const mostLabels = 500;

/** What stands on one label. */
export const Label = z.object({
  serial: z.number(),
  level: z.number(),
  code: z.string(),
  url: z.string(),
  pin: z.string().nullable(),
});
export type Label = z.output<typeof Label>;

/** How far a task is. */
const TaskProgress = z.object({
  id: z.number(),
  status: TaskStatus.schema,
  phase: TaskPhase.schema,
  isWaiting: z.boolean(),
  progress: z.number(),
  rowsDone: z.number(),
  rowsTotal: z.number(),
  /** Seconds still needed; null while it cannot be said. */
  eta: z.number().nullable(),
  failReason: z.string(),
});

const TaskOption = z.object({
  id: z.number(),
  name: z.string(),
  taskNo: z.string(),
  firmId: z.number(),
  productId: z.number().nullable(),
  lotId: z.number().nullable(),
});

/** What of a draft decides how much it makes. */
const TaskSize = z.object({
  firmId: id().optional(),
  productId: id().optional(),
  fmt: Fmt.schema.default('X16'),
  faces: Faces.schema.default(1),
  pinLen: count().default(0),
  urlStyle: UrlStyle.schema.default(1),
  usesFirmDomain: flag.default(false),
  fileType: FileType.schema.default('csv'),
  fileRows: count(10_000).default(1_000_000),
  itemCount: count().default(0),
  boxCount: count().default(0),
  caseCount: count().default(0),
});

/** What a task would take, and what is left for it. */
const TaskEstimate = z.object({
  total: z.number(),
  files: z.number(),
  bytes: z.number(),
  seconds: z.number(),
  quotaLeft: z.number().nullable(),
  reviewOver: z.number(),
  /** What stands before every code in its printed address; '' when only the code is printed. */
  urlPrefix: z.string(),
  /** Domains the addresses may begin with; the firm's is '' when it has none. */
  platformHost: z.string(),
  firmHost: z.string(),
});

const taskAt = resource('/admin/identity/task', 'admin:identity:task', '生码任务');
export const taskApi = defineApi({
  list: taskAt.list(TaskRow, {
    firmId: id().optional(),
    keywords: filterText,
    productId: id().optional(),
    lotId: id().optional(),
    fmt: filterText,
    source: CodeSource.schema.optional(),
    assocMode: AssocMode.schema.optional(),
    status: TaskStatus.schema.optional(),
    dateLimit,
    ...fixedViews,
    sort: sortBy('itemCount', 'createTime'),
  }),
  listAll: taskAt.read('生码任务选项', '/list/all', 'list', z.object(picking), z.array(TaskOption)),
  info: taskAt.info(TaskDetail),
  save: taskAt.write(
    LogKind.insert,
    '新增生码任务',
    '/save',
    'save',
    TaskDraft,
    z.object({ id: z.number(), taskNo: z.string(), phase: TaskPhase.schema }),
  ),
  /** What the draft would make: numbers, files, size, time, and the quota left after it. */
  estimate: taskAt.read('预估生码任务', '/estimate', 'save', TaskSize, TaskEstimate),
  audit: taskAt.change(
    '审核生码任务',
    '/audit',
    'audit',
    z.object({ id: id(), isPassed: flag, remark: optionalText('审核意见', 200) }),
    done,
  ),
  cancel: taskAt.change('取消生码任务', '/cancel', 'cancel', oneRow, done),
  retry: taskAt.change('重试生码任务', '/retry', 'retry', oneRow, done),
  resetPassword: taskAt.change('重置解压密码', '/pwd/reset', 'pwd', oneRow, done),
  /** Voids every code of the task for ever; `taskNo` is typed by hand as proof. */
  void: taskAt.change(
    '作废整任务',
    '/void',
    'void',
    z.object({
      id: id(),
      taskNo: text('任务编号', { max: 20, missing: '请输入任务编号以确认作废' }),
      reason: text('作废原因', { max: 100, missing: '请填写原因' }),
    }),
    z.object({ opId: z.number(), total: z.number() }),
  ),
  /** What stands on the labels of up to 500 codes; the browser prints them. */
  print: taskAt.write(
    LogKind.export,
    '打印标签',
    '/print',
    'print',
    z.object({
      taskId: id(),
      seg: segField(),
      serialFrom: serialField('请输入起始序号'),
      count: int(1, mostLabels, `一次打印1-${mostLabels}张`).default(1),
    }),
    z.object({ labels: z.array(Label), storeName: z.string(), spec: z.string(), lotNo: z.string() }),
  ),
  parts: taskAt.read('生码任务文件', '/part/list', 'list', z.object({ taskId: id(), ...paging }), pageOf(PartRow)),
  /** A name for /common/download per part. The unzip password is shown on the first download only. */
  partUrl: taskAt.read(
    '下载码包',
    '/part/url',
    'download',
    z.object({ taskId: id(), partNos: ids('请选择文件', count(1, '请选择文件')) }),
    z.object({
      files: z.array(z.object({ partNo: z.number(), fileName: z.string() })),
      fileName: z.string(),
      password: z.string().nullable(),
    }),
    { log: LogKind.export },
  ),
  /** A few codes of a task with their printed content, to check before printing. */
  sample: taskAt.read(
    '抽样预览',
    '/sample',
    'list',
    z.object({ taskId: id(), n: int(1, 10, '抽样数量应为1-10的整数').default(3) }),
    z.array(z.object({ seg: z.number(), serial: z.number(), level: z.number(), code: z.string(), url: z.string() })),
  ),
  progress: taskAt.read('生码任务进度', '/progress', 'list', manyRows, z.array(TaskProgress)),
});
