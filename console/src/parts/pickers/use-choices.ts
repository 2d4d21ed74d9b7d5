import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';

/** Products codes can be bound to, of one firm or of all; a person who may not see products gets none. */
export const useProducts = (firmId?: number) => {
  const may = useMay();
  const { data } = useRead(productApi.listAll, may(productApi.listAll.may) ? {} : undefined);
  return (data ?? []).filter((row) => row.status === Enabled.on && (firmId === undefined || row.firmId === firmId));
};

/** One product with its pack ratio and barcode. */
export const useProduct = (id: number | undefined) => {
  const may = useMay();
  return useRead(productApi.info, id !== undefined && may(productApi.info.may) ? { id } : undefined).data;
};

/** Lots of one product, newest first. */
export const useLots = (productId: number | undefined) => {
  const may = useMay();
  return (
    useRead(lotApi.listAll, productId !== undefined && may(lotApi.listAll.may) ? { productId } : undefined).data ?? []
  );
};

/** Channels in use, of one firm or of all. */
export const useChannels = (firmId?: number) => {
  const may = useMay();
  const { data } = useRead(channelApi.listAll, may(channelApi.listAll.may) ? {} : undefined);
  return (data ?? []).filter((row) => row.status === Enabled.on && (firmId === undefined || row.firmId === firmId));
};

/** Tasks whose codes can be worked with, found by number or name; the 200 newest. */
export const useTasks = (keywords: string) => {
  const may = useMay();
  return useRead(taskApi.listAll, may(taskApi.listAll.may) ? { keywords } : undefined, { keeps: true }).data ?? [];
};

/** One task with its segments. */
export const useTask = (id: number | undefined) => {
  const may = useMay();
  return useRead(taskApi.info, id !== undefined && may(taskApi.info.may) ? { id } : undefined).data;
};
