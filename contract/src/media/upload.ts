import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { defineApi, LogKind, write } from '../kit/endpoint.ts';
import { int } from '../kit/fields.ts';

/** Folder that plain upload buttons send: 其他上传. */
export const plainUploadFolder = 10;

export const uploadRefusals = {
  wrongType: [63511, '上传文件的类型只能是：{exts}'],
  tooLarge: [63512, '最大允许上传{n} MB的文件, 当前文件大小为 {m} MB'],
  noFile: [63513, '上传的文件对象不存在...'],
  mismatch: [63514, '文件内容与扩展名 .{ext} 不一致，请检查文件'],
  unreadable: [63515, '图片已损坏或无法识别'],
  tooManyPixels: [63516, '图片尺寸过大，最多 {n} 万像素'],
  interrupted: [63517, '上传中断，请重试'],
  tooLongSide: [63518, '图片尺寸过大，宽和高最多 {n} 像素'],
  tooManyFrames: [63519, '动图帧数过多，最多 {n} 帧'],
  tooMuchUnpacked: [63520, '图片过大，解码后最多 {n} MB，请缩小尺寸后上传'],
  empty: [63522, '文件是空的，没有内容，请检查文件'],
  tooHard: [63523, '图片处理超时或占用内存过多，请缩小尺寸或另存为普通图片后上传'],
  tooManyProgressive: [63521, '图片过大，隔行或渐进式图片最多 {n} 万像素，请缩小尺寸或另存为普通图片后上传'],
  encrypted: [63524, '文件已加密，请取消密码后上传'],
  oldSheet: [63525, '请另存为xlsx后上传'],
} as const satisfies Record<string, RefusalText>;

/** What an upload answers; `type` is `png`, `jpeg` … for pictures, the media type otherwise. */
export const Uploaded = z.object({
  /** The sender's name of the file, cut to 90 characters. */
  fileName: z.string(),
  extName: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  url: z.string(),
  type: z.string(),
  /** The attachment that was made for it. */
  attId: z.number(),
});
export type Uploaded = z.output<typeof Uploaded>;

const target = z.object({
  /** First segment of the sender's route, as `store`. */
  model: z.string({ error: '模块不能为空' }).regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/, '模块不正确'),
  pid: int(0, Number.MAX_SAFE_INTEGER, '附件分类不正确'),
});

/** Multipart uploads: field `multipart` (or `file`), the target in the query. */
export const uploadApi = defineApi({
  image: write(LogKind.insert, '上传图片', '/admin/upload/image', 'admin:upload:image', target, Uploaded, {
    ownTransaction: true,
    takesFile: true,
  }),
  file: write(LogKind.insert, '上传文件', '/admin/upload/file', 'admin:upload:file', target, Uploaded, {
    ownTransaction: true,
    takesFile: true,
  }),
});
