import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { offering, useAskedRows, useOfFirm, type PickedRows, type RowOf } from '../../lib/asked-rows.ts';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { toChoices, type Choices } from '../form/choices.ts';

const none: readonly never[] = [];

/** The rows of a picker, read anew with the form; a person who may not see them gets none. */
const useRows = <E extends Endpoint>(
  endpoint: E,
  input: Readonly<Record<string, unknown>> | undefined,
): PickedRows<RowOf<E>> => {
  const may = useMay();
  const isAsked = input !== undefined && may(endpoint.may);
  const { data } = useRead(endpoint as Endpoint, isAsked ? input : undefined);
  return useAskedRows<RowOf<E>>(
    isAsked ? { endpoint, input } : undefined,
    isAsked ? (data as readonly RowOf<E>[] | undefined) : none,
  );
};

const all = {};

/** Products, also those that are disabled. */
export const useAllProducts = () => useRows(productApi.listAll, all);

/** Products codes can be bound to, of one firm or of all. */
export const useProducts = (firmId?: number) =>
  offering(
    useOfFirm(useAllProducts(), firmId),
    (row) => row.status === Enabled.on && (firmId === undefined || row.firmId === firmId),
  );

type Products = ReturnType<typeof useProducts>;
export const productChoices = (products: Products): Choices => toChoices(products, ({ storeName }) => storeName);

/** One product with its pack ratio and barcode. */
export const useProduct = (id: number | undefined) => {
  const may = useMay();
  return useRead(productApi.info, id !== undefined && may(productApi.info.may) ? { id } : undefined).data;
};

/** Lots of one product, newest first. */
export const useLots = (productId: number | undefined) =>
  useRows(lotApi.listAll, productId === undefined ? undefined : { productId });

type Lots = ReturnType<typeof useLots>;
export const lotChoices = (lots: Lots): Choices =>
  toChoices(lots, ({ lotNo, produceDate }) => `${lotNo}（${produceDate}）`);

/** Types of steps, also those that are disabled. */
export const useFlowTypes = () => useRows(flowTypeApi.listAll, all);

/** Channels in use, of one firm or of all. */
export const useChannels = (firmId?: number) =>
  offering(
    useOfFirm(useRows(channelApi.listAll, all), firmId),
    (row) => row.status === Enabled.on && (firmId === undefined || row.firmId === firmId),
  );

type Channels = ReturnType<typeof useChannels>;
export const channelChoices = (channels: Channels): Choices => toChoices(channels, ({ name }) => name);

/** Tasks whose codes can be worked with, found by number or name, newest first. */
export const useTasks = (keywords: string) => {
  const may = useMay();
  const asked = keywords.trim().slice(0, 50);
  return (
    useRead(taskApi.listAll, may(taskApi.listAll.may) ? { keywords: asked } : undefined, { keeps: true }).data ?? []
  );
};

/** One task with its segments. */
export const useTask = (id: number | undefined) => {
  const may = useMay();
  return useRead(taskApi.info, id !== undefined && may(taskApi.info.may) ? { id } : undefined).data;
};
