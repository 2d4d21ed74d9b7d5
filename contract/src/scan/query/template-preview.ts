import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { flag, id } from '../../kit/fields.ts';
import { TraceDetail } from '../../trace/trace-detail.ts';
import { ScanAnswer } from './public-trace.ts';

/** What a page of a product looks like: an answer and a trace made up of the product's own data, without a code. */
export const TemplatePreview = z.object({ answer: ScanAnswer, detail: TraceDetail });
export type TemplatePreview = z.output<typeof TemplatePreview>;

/** The shopper's page before it is published. */
export const templatePreviewApi = defineApi({
  /**
   * Data a page is previewed with: a product's own, or the firm's newest product. With `id` in the look of that
   * template, its draft unless `isPublished`; without, as shoppers see the product. `token` opens the same page on a
   * telephone for 30 minutes.
   */
  preview: read(
    '预览溯源页',
    '/admin/identity/temp/preview',
    { any: ['admin:identity:temp:list', 'admin:identity:product:list'] },
    z.object({
      id: id().optional(),
      productId: id().optional(),
      firmId: id().optional(),
      isPublished: flag.default(false),
    }),
    TemplatePreview.extend({ token: z.string() }),
  ),
});

/** The preview behind its QR code, without login. */
export const publicPreviewApi = defineApi({
  preview: read(
    '溯源页预览',
    '/public/trace/preview',
    'open',
    z.object({ token: z.string({ error: '参数不正确' }).trim().min(1, '参数不正确').max(1024, '参数不正确') }),
    TemplatePreview,
  ),
});
