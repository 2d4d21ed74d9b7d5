import { oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { defineApi, LogKind, read, write } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { int, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { FileType } from '../state/code-enums.ts';
import { PickMode, Pick } from '../pick/pick.ts';

/** Columns of exported codes. */
export const CodeColumn = enumeration({
  serial: { label: '序号' },
  code: { label: '编码' },
  url: { label: '链接' },
  innerCode: { label: '暗码' },
  innerUrl: { label: '暗码链接' },
  pin: { label: '验证码' },
  boxCode: { label: '小箱码' },
  caseCode: { label: '大箱码' },
  storeName: { label: '产品' },
  lotNo: { label: '批次' },
  life: { label: '状态' },
  shipStatus: { label: '流向' },
  firstScanAt: { label: '首扫时间' },
});
export type CodeColumn = (typeof CodeColumn.options)[number]['value'];

/** Columns that let a code be forged or its reward be taken. */
export const secretColumns: ReadonlySet<CodeColumn> = new Set<CodeColumn>(['innerCode', 'innerUrl', 'pin']);
export const plainPermission = 'admin:identity:batch:plain';
/** Most codes of one export. */
export const mostExported = 20_000_000;

const password = '请输入8-32位含字母和数字的解压密码';

/** What is asked beside the codes. */
export const CodeExportFields = z.object({
  columns: z.array(CodeColumn.schema, { error: '请选择导出列' }).min(1, '请选择导出列').max(20, '请选择导出列'),
  fileType: FileType.schema.default('csv'),
  fileRows: int(10_000, 2_000_000, '每个文件条数应为10000-2000000的整数').default(1_000_000),
  password: z.string({ error: password }).regex(/^(?=.*[A-Za-z])(?=.*\d)[\x21-\x7e]{8,32}$/, password),
  purpose: text('用途', { max: 100, missing: '请填写导出用途' }),
  idemKey: z.string({ error: '请求编号不能为空' }).trim().min(8, '请求编号不正确').max(64, '请求编号不正确'),
});

export const CodeExportDraft = CodeExportFields.safeExtend({ pick: Pick }).superRefine((draft, context) => {
  if (draft.pick.mode > PickMode.lot)
    context.addIssue({ code: 'custom', path: ['pick', 'mode'], message: '请按号段、首尾码、任务或批次选择' });
  if (draft.fileType === 'xlsx' && draft.fileRows > 1_000_000)
    context.addIssue({ code: 'custom', path: ['fileRows'], message: 'xlsx每个文件最多1000000条' });
});
export type CodeExportDraft = z.output<typeof CodeExportDraft>;

export const codeExportApi = defineApi({
  save: write(
    LogKind.export,
    '批量导出码',
    '/admin/identity/batch/export',
    'admin:identity:batch:export',
    CodeExportDraft,
    z.object({ taskId: z.number() }),
    // columns that are secret
    { furtherMay: [plainPermission] },
  ),
  /** The operator's own exports of codes. */
  list: read(
    '我的码导出',
    '/admin/identity/batch/export/list',
    'admin:identity:batch:export',
    z.object({ ...paging }),
    pageOf(
      z.object({
        id: z.number(),
        taskNo: z.string(),
        title: z.string(),
        fileName: z.string(),
        fileSize: z.number(),
        total: z.number(),
        done: z.number(),
        status: z.number(),
        err: z.string(),
        downCnt: z.number(),
        expireAt: time.nullable(),
        createTime: time,
      }),
    ),
  ),
  url: read(
    '下载码导出',
    '/admin/identity/batch/export/url',
    'admin:identity:batch:export',
    oneRow,
    z.object({ fileName: z.string() }),
    { log: LogKind.export },
  ),
});
