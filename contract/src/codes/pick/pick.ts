import { enumeration } from '../../kit/enumeration.ts';
import { z } from 'zod';
import { id, int } from '../../kit/fields.ts';
import { fileAddress } from '../../kit/picture.ts';
import { segField, serialField } from '../../kit/place-fields.ts';

/** The ways to choose codes; those by holder are for channels alone. */
export const PickMode = enumeration({
  ranges: { value: 1, label: '号段' },
  firstLast: { value: 2, label: '首尾码' },
  task: { value: 3, label: '整个任务' },
  lot: { value: 4, label: '批次' },
  codes: { value: 5, label: '粘贴编码' },
  file: { value: 6, label: '上传文件' },
  agents: { value: 7, label: '按经销商' },
  shops: { value: 8, label: '按门店' },
});

/** One run of serials of a segment, both ends inclusive. */
export const CodeRange = z.object({
  seg: segField(),
  serialFrom: serialField('请输入起始序号'),
  serialTo: serialField('请输入结束序号'),
});
export type CodeRange = z.output<typeof CodeRange>;

/** Most codes that are pasted at once. */
export const mostPasted = 5000;

/** How codes are chosen; those of a lot are all that are bound to it. */
export const Pick = z.discriminatedUnion(
  'mode',
  [
    z.object({
      mode: z.literal(PickMode.ranges),
      ranges: z.array(CodeRange).min(1, '请添加号段').max(200, '一次最多200个号段'),
    }),
    z.object({
      mode: z.literal(PickMode.firstLast),
      firstCode: z.string({ error: '请输入首码' }).trim().min(1, '请输入首码').max(512),
      lastCode: z.string({ error: '请输入尾码' }).trim().min(1, '请输入尾码').max(512),
    }),
    z.object({
      mode: z.literal(PickMode.task),
      taskId: id('请选择任务'),
      levels: z
        .array(z.literal([0, 1, 2]))
        .min(1, '请选择层级')
        .max(3, '请选择层级'),
    }),
    z.object({ mode: z.literal(PickMode.lot), lotId: id('请选择批次') }),
    z
      .object({
        mode: z.literal(PickMode.codes),
        codes: z.array(z.string().max(512)).min(1, '请粘贴编码').max(mostPasted, '最多粘贴5000个编码，更多请上传文件'),
        /** The line each of them stands in, where that is not its place in the list. */
        lines: z
          .array(int(1, 1_000_000, '行号不正确'))
          .max(mostPasted)
          .optional(),
      })
      .refine(({ codes, lines }) => lines === undefined || new Set(lines).size === codes.length, {
        path: ['lines'],
        message: '行号不正确',
      }),
    z.object({
      mode: z.literal(PickMode.file),
      /** Address of an uploaded xlsx, csv or txt file: a code or both ends of a run in every line. */
      fileUrl: fileAddress('请上传文件'),
      /** Platform staff say whose codes the file names. */
      firmId: id('请选择所属企业').optional(),
    }),
  ],
  { error: '请选择选码方式' },
);
export type Pick = z.output<typeof Pick>;
