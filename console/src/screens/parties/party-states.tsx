import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../lib/toast.ts';
import { enumDot, onOff, type Column } from '../../parts/list/columns.tsx';

type StatusEndpoint = Endpoint<z.ZodObject<{ id: z.ZodType; status: z.ZodType }>, z.ZodNull>;

/** 状态 as a switch for those who may change it; `ask` is asked before a row is disabled. */
export const useStatusColumn = <Row extends { id: number; status: number }>(
  endpoint: StatusEndpoint,
  { nameOf, ask, reload }: { nameOf: (row: Row) => string; ask?: string; reload: () => void },
): Column<Row> => {
  const may = useMay();
  if (!may(endpoint.may)) return enumDot<Row>('status', '状态', Enabled);
  return onOff<Row>('status', '状态', {
    on: (value) => value === 0,
    name: nameOf,
    change: async (row, isOn) => {
      if (!isOn && ask && !(await confirm({ text: ask }))) return false;
      await call(endpoint, { id: row.id, status: isOn ? 0 : 1 }, { quiet: true });
      reload();
      return true;
    },
  });
};
