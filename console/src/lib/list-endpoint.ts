import type { DataOf, Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import type { z } from 'zod';

/** An endpoint that answers pages. */
export type ListEndpoint = Endpoint<z.ZodObject, z.ZodType<Page<unknown>>>;
export type RowOf<E extends ListEndpoint> = DataOf<E>['list'][number];
