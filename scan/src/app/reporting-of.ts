import { publicTraceApi, type ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { call } from '../lib/call.ts';
import { Refused } from '../lib/reason-of.ts';
import type { Reporting } from '../parts/reporting.ts';

/** How a query is reported; null where it was not recorded. */
export const reportingOf = ({ token, reportImages }: ScanAnswer, isPreview = false): Reporting | null =>
  token
    ? {
        send: (report) =>
          isPreview
            ? Promise.reject(new Refused('预览页不能提交举报'))
            : call(publicTraceApi.report, { token, ...report }),
        uploadToken: reportImages ? token : null,
      }
    : null;
