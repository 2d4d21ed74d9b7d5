import { scopeApi } from '@zhuiyuan/contract/campaign/scope/scope';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { offering, useAskedRows, useOfFirm, type AnyRow, type RowOf } from '../../../lib/asked-rows.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';

const all = {};
const none: readonly never[] = [];

/** Rows in use of one firm, or of all, for a picker; a person who may not see them gets none. */
const useFirmRows = <E extends Endpoint>(endpoint: E, firmId: number | undefined) => {
  type Row = RowOf<E> & AnyRow & { status: number };
  const may = useMay();
  const isAsked = may(endpoint.may);
  const { data } = useRead(endpoint as Endpoint, isAsked ? all : undefined);
  const rows = useAskedRows<Row>(
    isAsked ? { endpoint } : undefined,
    isAsked ? (data as readonly Row[] | undefined) : none,
  );
  return offering(
    useOfFirm(rows, firmId),
    (row) => row.status === Enabled.on && (firmId === undefined || row.firmId === firmId),
  );
};

/** Pools that budgets are taken from, with what they have. */
export const usePools = (firmId: number | undefined) => useFirmRows(poolApi.listAll, firmId);

/** Regions and runs of codes an activity can be limited to. */
export const useScopes = (firmId: number | undefined) => useFirmRows(scopeApi.listAll, firmId);
