import { z } from 'zod';
import { defineApi, LogKind, read, send, write } from '../../kit/endpoint.ts';
import { flag, id, int, text } from '../../kit/fields.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { Level } from '../state/code-enums.ts';
import { plainText } from '../cipher/ext-text.ts';

/** Files of third-party codes arrive in pieces of this size, the last one smaller. */
export const chunkBytes = 8 * 1024 * 1024;
export const mostChunks = 128;
export const mostXlsxRows = 100_000;
export const mostTextRows = 10_000_000;
/** The last column that can hold something. */
export const mostColumn = 200;
/** Kinds of files that are taken. */
export const extFileTypes = ['csv', 'txt', 'xlsx'] as const;

/** 重复的编码: 0 跳过, 1 报错. */
export const DupPolicy = enumeration({ skip: { value: 0, label: '跳过' }, refuse: { value: 1, label: '报错' } });

const uploadId = z.uuid({ error: '请上传文件' });
const column = int(1, mostColumn, '请选择列');

/** Which column (from 1) holds what. */
export const ExtColumns = z
  .object({
    code: int(1, mostColumn, '请选择编码所在的列'),
    innerCode: column.optional(),
    pin: column.optional(),
    parentCode: column.optional(),
  })
  .refine((columns) => new Set(Object.values(columns)).size === Object.values(columns).length, {
    message: '同一列不能对应两项内容',
    path: ['code'],
  });

/**
 * Whether a prefix ends where a code begins. One that ends within a code would cut the beginning off another firm's codes that
 * are printed behind the same address.
 */
export const endsBeforeCode = (prefix: string): boolean => /[/?=&#:]$/.test(prefix);

export const ExtImportDraft = z
  .object({
    firmId: id('请选择所属企业').optional(),
    name: text('任务名称', { max: 40 }),
    level: Level.schema,
    productId: id('请选择产品').optional(),
    lotId: id('请选择批次').optional(),
    urlPrefix: z
      .string()
      .max(200, '链接前缀最多200个字')
      .default('')
      .transform(plainText)
      .refine((prefix) => prefix === '' || /^\S{4,}$/u.test(prefix), '链接前缀至少4个字且不能含空格')
      .refine((prefix) => prefix === '' || endsBeforeCode(prefix), '链接前缀应以 / ? = & # : 之一结尾，编码从其后开始'),
    /** Letters of either case are the same letter. */
    caseFold: flag.default(false),
    columns: ExtColumns,
    hasHeader: flag.default(true),
    uploadId,
    fileName: z.string({ error: '请上传文件' }).trim().min(1, '请上传文件').max(120, '文件名过长'),
    dupPolicy: DupPolicy.schema.default(0),
    autoActivate: flag.default(false),
    /** The same file came within 24 hours, and that is meant. */
    again: flag.default(false),
    idemKey: z.string({ error: '请求编号不能为空' }).trim().min(8, '请求编号不正确').max(64, '请求编号不正确'),
  })
  .superRefine((draft, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (draft.lotId && !draft.productId) refuse('lotId', '请先选择产品');
    if (draft.autoActivate && !(draft.productId && draft.lotId)) refuse('autoActivate', '自动启用须选择产品和批次');
    if (!extFileTypes.some((type) => draft.fileName.toLowerCase().endsWith(`.${type}`)))
      refuse('fileName', '只能上传 xlsx、csv 或 txt 文件');
  });
export type ExtImportDraft = z.output<typeof ExtImportDraft>;

/** Third-party codes: a file in pieces, a look at its first lines, and the import of it. */
export const extImportApi = defineApi({
  /** Multipart: field `file` holds the piece. The same piece may be sent again. */
  chunk: send(
    '上传第三方码文件',
    '/admin/identity/batch/import/chunk',
    'admin:identity:batch:import',
    z.object({
      uploadId,
      index: int(0, mostChunks - 1, '文件超过1GB'),
      /** Left out where the sender cannot reckon it (a page without https). */
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, '校验值不正确')
        .optional(),
    }),
    z.object({ index: z.number(), size: z.number() }),
    { log: false, ownTransaction: true, takesFile: true },
  ),
  /** The pieces that are there, so that a broken upload goes on where it was. */
  chunks: read(
    '第三方码文件上传进度',
    '/admin/identity/batch/import/chunk/list',
    'admin:identity:batch:import',
    z.object({ uploadId }),
    z.array(z.object({ index: z.number(), size: z.number(), sha256: z.string() })),
  ),
  /** The first lines of an uploaded file as the import will read them. */
  preview: read(
    '预览第三方码文件',
    '/admin/identity/batch/import/preview',
    'admin:identity:batch:import',
    z.object({ uploadId }),
    z.object({ rows: z.array(z.array(z.string())), hasHeader: z.boolean() }),
  ),
  save: write(
    LogKind.import,
    '批量导入第三方码',
    '/admin/identity/batch/import',
    'admin:identity:batch:import',
    ExtImportDraft,
    z.object({ taskId: z.number() }),
  ),
});
