import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { JobPhase, JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { SeedParts } from '../first/seed-parts.ts';

interface DemoJob {
  kind: (typeof JobKind.options)[number]['value'];
  biz: string;
  name: string;
  /** How many rows of the firm there were at that time; an import that is kept brought none. */
  rows?: (db: Db, firmId: number, daysAgo: number) => Promise<number>;
  fail?: { rowNo: number; raw: string[]; field: string; message: string }[];
  header?: string[];
  filters?: object;
  daysAgo: number;
  seconds: number;
}

const ago = (days: number) => sql`date_trunc('day', now()) - make_interval(days => ${days}::int)`;

const scansBefore = async (db: Db, firmId: number, daysAgo: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from scan_log where firm_id = ${firmId} and at < ${ago(daysAgo)}`.execute(db);
  return rows[0]!.n;
};

const segmentsBefore = async (db: Db, firmId: number, daysAgo: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from segment
    where firm_id = ${firmId} and level = ${sql.lit(Level.item)} and created_at < ${ago(daysAgo)}`.execute(db);
  return rows[0]!.n;
};

const productTitles = [
  '编号',
  '名称',
  '规格',
  '单位',
  '条码',
  '箱比',
  '大箱比',
  '保质期',
  '保质期单位',
  '产地',
  '执行标准',
];
const lotTitles = ['产品编号', '批号', '生产日期', '到期日期', '产线', '车间', '班组', '计划数量'];

const jobsOf = (region: string): DemoJob[] => [
  {
    kind: JobKind.import,
    biz: 'product',
    name: `${region}新品资料.xlsx`,
    header: productTitles,
    fail: [
      {
        rowNo: 2,
        raw: ['', '', '200g/罐', '罐'],
        field: '名称',
        message: '第2行：名称不能为空',
      },
      {
        rowNo: 3,
        raw: ['', '礼盒装', '2罐/盒', '盒', '6901234500119'],
        field: '条码',
        message: '第3行：条码校验位不正确',
      },
    ],
    daysAgo: 318,
    seconds: 2,
  },
  {
    kind: JobKind.import,
    biz: 'lot',
    name: '九月批次补录.xlsx',
    header: lotTitles,
    fail: [
      {
        rowNo: 2,
        raw: ['P900017', 'L260912-1', '2026-09-12'],
        field: '产品编号',
        message: '第2行：产品编号不存在：P900017',
      },
    ],
    daysAgo: 46,
    seconds: 1,
  },
  { kind: JobKind.export, biz: 'scan', name: '查询记录', rows: scansBefore, daysAgo: 96, seconds: 2 },
  {
    kind: JobKind.export,
    biz: 'segment',
    name: '码段',
    rows: segmentsBefore,
    filters: { level: Level.item },
    daysAgo: 33,
    seconds: 1,
  },
];

/** A few finished imports and exports of the demo firms; their files have expired. */
export const seedJobs = async ({ db }: Pick<SeedParts, 'db'>): Promise<void> => {
  const firms = await db
    .selectFrom('admin')
    .innerJoin('firm', 'firm.id', 'admin.firmId')
    .select(['firm.id as firmId', 'firm.name', sql<number>`min(admin.id)`.as('adminId')])
    .groupBy(['firm.id', 'firm.name'])
    .orderBy('firm.id')
    .execute();
  let number = 0;
  for (const { firmId, adminId, name } of firms)
    for (const job of jobsOf(name.includes('酒') ? '云岭' : '青岚')) {
      number += 1;
      const failed = job.fail?.length ?? 0;
      const done = job.rows ? await job.rows(db, firmId, job.daysAgo) : 0;
      const total = done + failed;
      const at = sql<string>`date_trunc('day', now()) - make_interval(days => ${job.daysAgo}) + make_interval(hours => 10, mins => ${number * 7})`;
      const { id } = await db
        .insertInto('fileJob')
        .values({
          firmId,
          kind: job.kind,
          taskNo: sql<string>`${job.kind === JobKind.import ? 'IM' : 'EX'} || to_char(now() - make_interval(days => ${job.daysAgo}), 'YYYYMMDD') || lpad(nextval('file_job_number')::text, 6, '0')`,
          biz: job.biz,
          title: job.name,
          fileName: job.kind === JobKind.import ? job.name : `${job.name}.xlsx`,
          fileSize: total * 61 + 8192,
          header: JSON.stringify(job.header ?? []),
          params: JSON.stringify(job.kind === JobKind.export ? { filters: job.filters ?? {} } : {}),
          total,
          okCnt: done,
          failCnt: failed,
          cursorRow: total,
          status: failed > 0 ? JobStatus.unfinished : JobStatus.done,
          phase: JobPhase.summing,
          downCnt: job.kind === JobKind.export ? 1 : 0,
          operatorId: adminId,
          startedAt: at,
          finishedAt: sql<string>`${at} + make_interval(secs => ${job.seconds})`,
          expireAt: job.kind === JobKind.export ? sql<string>`${at} + interval '7 days'` : null,
          createdAt: at,
          updatedAt: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (job.fail)
        await db
          .insertInto('fileJobError')
          .values(
            job.fail.map(({ rowNo, raw, field, message }) => ({
              jobId: id,
              firmId,
              rowNo,
              raw: JSON.stringify(raw),
              field,
              errCode: field === '产品编号' ? 404 : 400,
              errMsg: message,
            })),
          )
          .execute();
    }
};
