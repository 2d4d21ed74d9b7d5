import type { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { countsOf, type TypedCounts } from './counts-of.ts';

export type Estimate = DataOf<(typeof taskApi)['estimate']>;

/** What of a draft the estimate depends on. */
export type EstimatedDraft = TypedCounts &
  Partial<
    Record<'firmId' | 'productId' | 'faces' | 'pinLen' | 'urlStyle' | 'fileRows' | 'usesFirmDomain', number | null>
  > &
  Partial<Record<'fmt' | 'fileType', string>>;

/** The estimate's question for a draft; rows outside their limits are asked with the nearest limit. */
export const estimateInput = (draft: EstimatedDraft): QueryOf<(typeof taskApi)['estimate']> => {
  const { firmId, productId, fmt, faces, pinLen, urlStyle, fileType, fileRows, usesFirmDomain } = draft;
  return {
    ...countsOf(draft),
    firmId: firmId ?? undefined,
    productId: productId ?? undefined,
    fmt,
    faces: faces ?? undefined,
    pinLen: pinLen ?? undefined,
    urlStyle: urlStyle ?? undefined,
    usesFirmDomain: usesFirmDomain === 1,
    fileType,
    fileRows: Math.min(2_000_000, Math.max(10_000, fileRows ?? 1_000_000)),
  };
};
