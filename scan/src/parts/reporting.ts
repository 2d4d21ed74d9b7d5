import type { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';

type ReportApi = (typeof publicTraceApi)['report'];

/** What a shopper says of a suspicious product. */
export type Report = Omit<QueryOf<ReportApi>, 'token'>;

/** How a report is sent. */
export interface Reporting {
  send: (report: Report) => Promise<DataOf<ReportApi>>;
  /** Under which pictures are sent; null where the server takes none. */
  uploadToken: string | null;
}
