import { OpStatus, OpType, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { isPartlyDone, JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { noticeApi, type Notice } from '@zhuiyuan/contract/stats/notice';
import { sql } from 'kysely';
import { countTaskRows } from '../codes/tasks/matching-tasks.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Operator } from '../kit/operator.ts';
import { serve } from '../kit/http/serve.ts';
import { findTodo } from './find-todo.ts';

const keptDays = 90;
const most = 20;
/** Operations looked at for those that ended in the background. */
const mostOps = 200;

type Ended = Omit<Notice, 'isRead'>;

/** What waits for a person and what ended for him; nothing is written when work ends, so nothing can be lost or told twice. */
export const mountNotices = (app: App): void => {
  serve(app, noticeApi, {
    list: async ({ db, operator }) => {
      const ended = [
        ...(await findJobs(db, operator.id)),
        ...(await findTasks(db, operator.id)),
        ...(await findOps(db, operator.id)),
        ...(await findWarnings(db, operator)),
      ]
        .toSorted((a, b) => b.time.localeCompare(a.time))
        .slice(0, most);
      const rows = await db
        .selectFrom('noticeRead')
        .select(['key', 'seen'])
        .where('adminId', '=', operator.id)
        .where((row) => row.or([row('key', 'in', ['', ...ended.map(({ key }) => key)]), row('key', 'like', 'todo:%')]))
        .execute();
      const seen = new Map(rows.map((row) => [row.key, row.seen]));
      return {
        todo: await findTodo(db, operator),
        seen: Object.fromEntries([...seen].flatMap(([key, n]) => (key.startsWith('todo:') ? [[key.slice(5), n]] : []))),
        ended: ended.map((row) => ({ ...row, isRead: seen.has(row.key) })),
      };
    },

    read: async ({ input, db, operator }) => {
      const rows = new Map(input.rows.map(({ key, count }) => [key, count]));
      await db
        .insertInto('noticeRead')
        .values([...rows].map(([key, seen]) => ({ adminId: operator.id, key, seen })))
        .onConflict((conflict) =>
          conflict
            .columns(['adminId', 'key'])
            .doUpdateSet((row) => ({ seen: row.ref('excluded.seen'), at: sql`now()` })),
        )
        .execute();
      return null;
    },
  });
  app.jobs.work('notice-read', () => forgetRead(app.background.db), { cron: '17 3 * * *' });
};

const forgetRead = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('noticeRead')
    .where('at', '<', sql<string>`now() - make_interval(days => ${keptDays + 10}::int)`)
    .where('key', 'not like', 'todo:%')
    .execute();
};

const recent = (column: string) => sql<boolean>`${sql.ref(column)} > now() - make_interval(days => ${keptDays}::int)`;

const counted = new Intl.NumberFormat('zh-CN');

const toImportText = ({ okCnt, failCnt, skipCnt }: { okCnt: number; failCnt: number; skipCnt: number }): string =>
  [
    `${counted.format(okCnt)} 行成功`,
    `${counted.format(failCnt)} 行未导入`,
    ...(skipCnt > 0 ? [`${counted.format(skipCnt)} 行跳过`] : []),
  ].join('，');

const findJobs = async (db: Db, operatorId: number): Promise<Ended[]> => {
  const rows = await live(db, 'fileJob')
    .select([
      'id',
      'kind',
      'biz',
      'title',
      'taskNo',
      'fileName',
      'status',
      'total',
      'okCnt',
      'failCnt',
      'skipCnt',
      'err',
    ])
    .select((row) => row.fn.coalesce('finishedAt', 'updatedAt').as('time'))
    .where('operatorId', '=', operatorId)
    .where('status', '<>', JobStatus.running)
    // Whoever was handed a file at once waits for nothing.
    .where((row) => row.or([row('status', '<>', JobStatus.done), row('startedAt', 'is not', null)]))
    .where(recent('createdAt'))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((job): Ended => {
    const isPartly = isPartlyDone(job);
    const outcome = job.status === JobStatus.done ? 'good' : isPartly ? 'wait' : 'bad';
    const how = { good: '已完成', wait: '部分成功', bad: '未完成' }[outcome];
    if (job.kind === JobKind.export)
      return {
        key: `job:${job.id}`,
        kind: 'export',
        title: `${job.title}导出${how}`,
        text: job.err || `${counted.format(job.okCnt)} 行`,
        outcome,
        to: `/identity/excelLogCreat/${job.id}`,
        time: job.time,
      };
    return {
      key: `job:${job.id}`,
      kind: 'import',
      title: `${ImportBiz.of(job.biz)?.label ?? ''}导入${how}`,
      text: job.err || `${job.fileName}：${toImportText(job)}`,
      outcome,
      to: `/identity/importTaskManager?keywords=${encodeURIComponent(job.taskNo)}`,
      time: job.time,
    };
  });
};

const findTasks = async (db: Db, operatorId: number): Promise<Ended[]> => {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'taskNo', 'name', 'phase', 'failReason', 'assocMode', 'itemCount', 'boxCount', 'caseCount'])
    .select((row) => row.fn.coalesce('finishedAt', 'updatedAt').as('time'))
    .where('createdBy', '=', operatorId)
    .where('phase', 'in', [TaskPhase.done, TaskPhase.failed])
    .where(recent('createdAt'))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map((task): Ended => {
    const isDone = task.phase === TaskPhase.done;
    return {
      key: `task:${task.id}`,
      kind: 'task',
      title: `生码任务 ${task.taskNo} ${isDone ? '已完成' : '失败'}`,
      text: isDone ? `${task.name}：${counted.format(countTaskRows(task))} 个码` : task.failReason || '原因未记录',
      outcome: isDone ? 'good' : 'bad',
      to: `/identity/taskManager?keywords=${encodeURIComponent(task.taskNo)}`,
      time: task.time,
    };
  });
};

/** Operations that somebody did not wait for: they were put off, or took longer than a few seconds. */
const findOps = async (db: Db, operatorId: number): Promise<Ended[]> => {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('codeOp')
        .select(['id', 'opNo', 'opType', 'status', 'okCnt', 'failCnt', 'dueAt', 'createdAt', 'finishedAt'])
        .where('operatorId', '=', operatorId)
        .where(recent('createdAt'))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(mostOps)
        .as('newest'),
    )
    .selectAll()
    .where('status', '<>', OpStatus.running)
    .where('finishedAt', 'is not', null)
    .where(sql<boolean>`(due_at is not null or finished_at > created_at + interval '3 seconds')`)
    .limit(most)
    .execute();
  return rows.map((op): Ended => {
    const isPartly = op.status === OpStatus.unfinished && op.okCnt > 0;
    const outcome = op.status === OpStatus.done ? 'good' : isPartly ? 'wait' : 'bad';
    return {
      key: `op:${op.id}`,
      kind: 'codeOp',
      title: `批量${OpType.label(op.opType)}${{ good: '已完成', wait: '部分成功', bad: '未完成' }[outcome]}`,
      text: `${op.opNo}：${counted.format(op.okCnt)} 个成功，${counted.format(op.failCnt)} 个未处理`,
      outcome,
      to: `/identity/batchManager?opNo=${encodeURIComponent(op.opNo)}`,
      time: op.finishedAt!,
    };
  });
};

/** Warnings of rules that name this person: told when they were raised, and again when more came after the rule's silence. */
const findWarnings = async (db: Db, operator: Operator): Promise<Ended[]> => {
  if (!operator.may(policeEventApi.list.may)) return [];
  const rows = await db
    .selectFrom('policeEvent')
    .innerJoin('policeRule', (join) =>
      join.onRef('policeRule.id', '=', 'policeEvent.ruleId').onRef('policeRule.firmId', '=', 'policeEvent.firmId'),
    )
    .where(sql<boolean>`${operator.id} = any(police_rule.notify_ids)`)
    .where(recent('policeEvent.toldAt'))
    .select([
      'policeEvent.id',
      'policeEvent.policeType',
      'policeEvent.level',
      'policeEvent.title',
      'policeEvent.toldCnt',
      'policeEvent.toldAt as time',
    ])
    .orderBy('policeEvent.toldAt', 'desc')
    .limit(most)
    .execute();
  return rows.map((row): Ended => ({
    key: `police:${row.id}x${row.toldCnt}`,
    kind: 'police',
    title: `${RiskLevel.label(row.level)}预警：${RiskType.label(row.policeType)}`,
    text: row.title,
    outcome: row.level === RiskLevel.severe ? 'bad' : 'wait',
    to: `/lottery/policeManager?event=${row.id}`,
    time: row.time,
  }));
};
