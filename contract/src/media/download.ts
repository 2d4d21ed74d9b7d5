import { z } from 'zod';
import { defineApi } from '../kit/endpoint.ts';
import { flag } from '../kit/fields.ts';

/** Downloads are streamed; a bad name or session answers the envelope with code 401. Their header `download-filename` holds the URI-encoded name to save under. */
export const downloadApi = defineApi({
  file: {
    method: 'GET',
    path: '/common/download',
    may: 'open',
    /** `fileName` serves once, for five minutes. `delete` removes a temporary file after it was sent. */
    input: z.object({
      fileName: z.string({ error: '文件名不能为空' }).max(200, '文件名不正确'),
      delete: flag.default(false),
    }),
    data: z.unknown(),
    title: '下载文件',
    raw: true,
  },
  resource: {
    method: 'GET',
    path: '/common/download/resource',
    may: 'open',
    /** The address an upload answered (with a session), or a name that serves once. */
    input: z.object({ resource: z.string({ error: '资源不能为空' }).max(400, '资源不正确') }),
    data: z.unknown(),
    title: '下载资源',
    raw: true,
  },
});
