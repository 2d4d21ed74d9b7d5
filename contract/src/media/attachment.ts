import { resource } from '../kit/resource.ts';
import { z } from 'zod';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { filterText, id, ids, int, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';

/** Extensions and the media type the library shows, as the list's `attType` filter sends them. */
export const pictureTypes = ['jpg', 'jpeg', 'gif', 'png', 'bmp', 'PNG', 'JPG'] as const;
export const videoType = 'video/mp4';
/** What an upload to the library accepts. */
export const pictureExtensions = ['jpg', 'jpeg', 'gif', 'png', 'bmp'] as const;
export const videoExtension = 'mp4';

/** Pictures that may be picked at once. */
export const mostPicked = 20;

/** Number the library's root 全部图片 has in the tree; the server reads it as 0, every folder. */
export const allPicturesId = 10_000;

/** A file of the library; `sattDir` is its address. */
export const Attachment = z.object({
  attId: z.number(),
  name: z.string(),
  /** Name in the file store. */
  attDir: z.string(),
  sattDir: z.string(),
  attSize: z.string(),
  attType: z.string(),
  pid: z.number(),
  /** Where it is stored; 1 = here. */
  imageType: z.number(),
  /** Pixels; 0 when unknown. */
  width: z.number(),
  height: z.number(),
  /** Whether the signed-in person may move and delete it. */
  isOwn: z.boolean(),
  createTime: time,
  updateTime: time,
});
export type Attachment = z.output<typeof Attachment>;

const pid = int(0, Number.MAX_SAFE_INTEGER, '父级id不能为空');
const name = z
  .string({ error: '附件名称不能为空' })
  .trim()
  .min(1, '附件名称不能为空')
  .max(90, '附件名称不能超过90个字符');

const attachmentAt = resource('/admin/system/attachment', 'admin:system:attachment', '附件');
export const attachmentApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/system/attachment/list',
    may: 'admin:system:attachment:list',
    /** `pid` 0 is every folder, another one that folder with all below it. */
    input: z.object({ ...paging, pid, attType: filterText }),
    data: pageOf(Attachment),
    title: '附件列表',
  },
  counts: attachmentAt.read(
    '各附件分类的数量',
    '/counts',
    'list',
    z.object({ attType: filterText }),
    z.array(z.object({ pid: z.number(), count: z.number() })),
  ),
  info: attachmentAt.info(Attachment, {
    path: '/admin/system/attachment/info/:id',
    may: 'admin:system:attachment:info',
  }),
  save: {
    method: 'POST',
    path: '/admin/system/attachment/save',
    may: 'admin:system:attachment:save',
    /** Names a file of the library once more, in another folder or under another name. */
    input: z.object({ name, sattDir: z.string({ error: '附件地址不能为空' }).max(300, '附件地址不正确'), pid }),
    data: done,
    title: '新增附件',
    log: LogKind.insert,
  },
  update: attachmentAt.change('修改附件', '/update', 'update', z.object({ attId: id(), name, pid }), done, {
    changes: 'attId',
  }),
  remove: attachmentAt.read('删除附件', '/delete/:ids', 'delete', z.object({ ids: ids('请选择附件') }), done, {
    log: LogKind.delete,
  }),
  move: attachmentAt.change('移动附件', '/move', 'move', z.object({ attrId: ids('请选择附件'), pid }), done),
});

/** Address of the small picture of a library picture; other addresses stay as they are. */
export const thumbAddress = (address: string): string =>
  address.startsWith('/media/') && !address.endsWith('.bmp') && !address.endsWith('.mp4')
    ? `${address}?thumb=1`
    : address;
