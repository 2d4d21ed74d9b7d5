import type { Domain } from '../kit/http/domain.ts';
import { mountTemplatePreview } from './query/template-preview.ts';
import { mountPublicTrace } from './query/public-trace.ts';
import { mountQuerySetting } from './query/query-setting.ts';
import { mountPublicUpload } from './query/public-upload.ts';
import { mountScanLog } from './log/scan-log.ts';
import { mountComplaint } from './log/complaint.ts';

/** What shoppers ask and are answered, and the log of it. */
export const scan = {
  mounts: [mountTemplatePreview, mountPublicTrace, mountQuerySetting, mountPublicUpload, mountScanLog, mountComplaint],
} satisfies Domain;
