import { publicPreviewApi, templatePreviewApi } from '@zhuiyuan/contract/scan/query/template-preview';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { Refusal } from '../../kit/refusal.ts';
import { readToken, signToken } from '../../kit/secret.ts';
import { previewPage, type PreviewSubject } from './preview-page.ts';

const previewPurpose = 'trace-preview';
const previewSeconds = 30 * 60;

/** The shopper's page of a template, or of a product, before anybody scans a code. */
export const mountTemplatePreview = (app: App): void => {
  const { masterKey } = app.config;
  serve(app, templatePreviewApi, {
    preview: async ({ input, db, operator }) => {
      const subject: PreviewSubject = {
        firmId: operator.firmId ?? input.firmId,
        productId: input.productId,
        tempId: input.id,
        isPublished: input.isPublished,
      };
      const { answer, detail } = await previewPage(db, masterKey, subject);
      return { answer, detail, token: signToken(masterKey, previewPurpose, subject, previewSeconds) };
    },
  });

  serve(app, publicPreviewApi, {
    preview: async ({ input }) => {
      const subject = readToken<PreviewSubject>(masterKey, previewPurpose, input.token);
      if (!subject) throw new Refusal(Code.signedOut, '预览已过期，请在后台重新打开');
      return previewPage(app.db, masterKey, subject);
    },
  });
};
