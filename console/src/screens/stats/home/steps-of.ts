import { hasRole } from '@zhuiyuan/contract/access/permission';
import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { Review } from '@zhuiyuan/contract/kit/review';
import type { FirstSteps } from '@zhuiyuan/contract/stats/first-steps';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import { countText } from '../../../parts/format/numbers.ts';

/** What a step asks for: a screen to go to, or a lot to make on the spot. */
export interface StepAct {
  label: string;
  to?: string;
  /** The permission, its name for those who have not got it, and the role the screen asks for besides. */
  may: May;
  named: string;
  role?: string;
}

export interface Step {
  key: 'firm' | 'product' | 'lot' | 'task' | 'activation' | 'template';
  title: string;
  isDone: boolean;
  /** What came out of it, or what it is for. */
  text: string;
  time?: string | null;
  see?: { to: string; may: May };
  /** What the card of the present step says besides: facts, a cause, how far it is. */
  facts?: [label: string, value: string][];
  cause?: string;
  /** Percent of work that goes on by itself. */
  progress?: number;
  act?: StepAct;
}

const passed: ReadonlySet<number> = new Set([Review.passed, Review.done]);

export const isFirmPassed = ({ firm }: FirstSteps): boolean => passed.has(firm.audit);

const firmStep = (facts: FirstSteps): Step => {
  const { firm } = facts;
  const isDone = isFirmPassed(facts);
  const quota = firm.codeQuota === null ? '码额度不限' : `码额度 ${countText(firm.codeQuota)} 个`;
  const isWaiting = firm.audit === Review.waiting;
  return {
    key: 'firm',
    title: '企业',
    isDone,
    text: isDone
      ? `资料已通过审核，${firm.validTo ? `有效期至 ${firm.validTo}，` : ''}${quota}`
      : '企业资料通过审核后，才能生码',
    time: isDone ? firm.auditAt : null,
    see: { to: '/identity/firmManager', may: 'admin:identity:firm:list' },
    cause: isWaiting
      ? '资料已提交，等待平台审核'
      : firm.audit === Review.rejected
        ? `驳回原因：${firm.auditRemark || '未填写'}`
        : '资料还没有提交审核',
    act: isWaiting
      ? undefined
      : { label: '补充资料', to: '/identity/firmManager', may: 'admin:identity:firm:update', named: '编辑企业' },
  };
};

const productStep = ({ product }: FirstSteps): Step => ({
  key: 'product',
  title: '产品',
  isDone: product !== null,
  text: product
    ? [product.storeName, packText(product)].filter((part) => part !== '未设置').join('，')
    : '登记一个产品，码启用后绑定到它',
  time: product?.createTime,
  see: product
    ? {
        to: `/identity/productManager?keywords=${encodeURIComponent(product.storeName)}`,
        may: 'admin:identity:product:list',
      }
    : undefined,
  act: { label: '新增产品', to: '/identity/productCreat', may: 'admin:identity:product:save', named: '新增产品' },
});

const lotStep = ({ product, lot }: FirstSteps): Step => ({
  key: 'lot',
  title: '批次',
  isDone: lot !== null,
  text: lot
    ? `${lot.lotNo}，生产 ${lot.produceDate}${lot.expireDate ? `，保质期至 ${lot.expireDate}` : ''}`
    : '一次生产是一个批次，消费者看到批号和日期',
  time: lot?.createTime,
  facts: product ? [['产品', product.storeName]] : [],
  act: { label: '新增批次', may: 'admin:identity:lot:save', named: '新增批次' },
});

const taskStep = ({ product, lot, task }: FirstSteps): Step => {
  const isDone = task?.phase === TaskPhase.done;
  const isFailed = task?.phase === TaskPhase.failed;
  const isRunning = task !== null && !isDone && !isFailed;
  const chosen = new URLSearchParams({
    ...(product ? { productId: String(product.id) } : {}),
    ...(lot ? { lotId: String(lot.id) } : {}),
  });
  return {
    key: 'task',
    title: '生码',
    isDone,
    text: isDone ? `${task.taskNo}，${countText(task.total)} 个码` : '为这一批生成码，交给印刷厂印到包装上',
    time: isDone ? task.time : null,
    see: task
      ? { to: `/identity/taskManager?keywords=${encodeURIComponent(task.taskNo)}`, may: 'admin:identity:task:list' }
      : undefined,
    facts: [
      ...(product ? [['产品', product.storeName] as [string, string]] : []),
      ...(lot ? [['批次', lot.lotNo] as [string, string]] : []),
      ...(lot?.planQty ? [['计划数量', `${countText(lot.planQty)} ${product?.unit ?? ''}`] as [string, string]] : []),
    ],
    cause: isFailed
      ? `${task.taskNo} 生码失败：${task.failReason || '原因未记录'}`
      : isRunning
        ? `${task.taskNo} ${TaskPhase.label(task.phase)}`
        : undefined,
    progress: isRunning && task.phase !== TaskPhase.review ? task.progress : undefined,
    act: isRunning
      ? undefined
      : isFailed
        ? {
            label: '查看任务',
            to: `/identity/taskManager?keywords=${encodeURIComponent(task.taskNo)}`,
            may: 'admin:identity:task:list',
            named: '生码任务',
          }
        : {
            label: '新增生码任务',
            to: `/identity/taskCreat?${chosen}`,
            may: 'admin:identity:task:save',
            named: '新增生码任务',
          },
  };
};

const activationStep = ({ task, activation }: FirstSteps): Step => ({
  key: 'activation',
  title: '启用',
  isDone: activation !== null,
  text: activation
    ? `${activation.opNo}，${countText(activation.okCnt)} 个码已启用`
    : '码印好后启用，消费者扫码才会显示正品；没启用的码显示未启用',
  time: activation?.createTime,
  see: { to: '/identity/batchManager', may: 'admin:identity:batch:list' },
  facts: task ? [['任务', `${task.taskNo}，${countText(task.total)} 个码`]] : [],
  act: {
    label: '批量启用',
    to: `/identity/batchManager/use${task?.phase === TaskPhase.done ? `?taskId=${task.id}` : ''}`,
    may: 'admin:identity:batch:use',
    named: '批量启用',
    role: 'admin',
  },
});

const templateStep = ({ template }: FirstSteps): Step => ({
  key: 'template',
  title: '模板',
  isDone: template !== null,
  text: template ? `${template.name} 已发布` : '发布一个溯源模板，消费者扫码看到企业自己的页面',
  time: template?.publishedAt,
  see: { to: '/identity/tempManager', may: 'admin:identity:temp:list' },
  act: { label: '新增溯源模板', to: '/identity/tempCreat', may: 'admin:identity:temp:save', named: '新增溯源模板' },
});

/** The six steps from a firm's registration to its first scan, in their order. */
export const stepsOf = (facts: FirstSteps): Step[] =>
  [firmStep, productStep, lotStep, taskStep, activationStep, templateStep].map((toStep) => toStep(facts));

/** Whether a person with these roles may do what a step asks for. */
export const mayAct = (act: StepAct, may: (of: May) => boolean, roles: readonly string[]): boolean =>
  may(act.may) && (!act.role || hasRole(roles, [act.role]));
