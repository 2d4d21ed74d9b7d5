import { Holder, Level, OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverAct, DeliverStatus, LineMode } from '@zhuiyuan/contract/movement/move-enums';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../src/kit/http/app-context.ts';

export interface DocumentLine {
  seg: number;
  from: number;
  to?: number;
  level?: number;
  productId?: number | null;
  lotId?: number | null;
  itemQty?: number;
  status?: number;
  isMixed?: boolean;
  endAt?: string;
}

const next = () => randomUUID().slice(0, 8).toUpperCase();

/** A shipping document with its lines as rows alone: whose codes stay where they are. For what reads documents. */
export const makeDocument = async (
  { db }: Pick<App, 'db'>,
  { firmId, toKind = Holder.agent, toId }: { firmId: number; toKind?: number; toId: number },
  lines: readonly DocumentLine[],
  change: Record<string, unknown> = {},
): Promise<{ id: number; deliverNo: string; lineIds: number[]; opId: number }> => {
  const items = ({ from, to = from, itemQty = to - from + 1 }: DocumentLine) => itemQty;
  const living = lines.filter(({ status }) => status !== DeliverStatus.cancelled);
  const sum = (some: readonly DocumentLine[]) => some.reduce((total, line) => total + items(line), 0);
  const codes = (level: number) =>
    living
      .filter((line) => (line.level ?? Level.item) === level)
      .reduce((total, { from, to = from }) => total + to - from + 1, 0);
  const deliverNo = `FH20261120-${next()}`;
  const { id: opId } = await db
    .insertInto('codeOp')
    .values({
      firmId,
      opNo: `O${next()}${next()}`,
      opType: OpType.ship,
      status: OpStatus.done,
      params: '{}',
      idemKey: randomUUID(),
      reqHash: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('deliver')
    .values({
      firmId,
      deliverNo,
      bizType: BizType.ship,
      toKind,
      toId,
      caseQty: codes(Level.case),
      boxQty: codes(Level.box),
      itemQty: sum(living),
      signQty: sum(living.filter(({ status }) => status === DeliverStatus.signed)),
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lineIds: number[] = [];
  for (const { seg, from, to = from, level = Level.item, endAt, productId = null, lotId = null, ...line } of lines) {
    const row = await db
      .insertInto('deliverLine')
      .values({
        firmId,
        deliverId: id,
        mode: to > from ? LineMode.range : level === Level.item ? LineMode.item : LineMode.box,
        level,
        seg,
        span: sql<string>`int8range(${from}, ${to + 1})`,
        productId,
        lotId,
        itemQty: items({ seg, from, to, ...line }),
        status: line.status ?? DeliverStatus.shipped,
        isMixed: line.isMixed ?? false,
        endAt,
        opId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    lineIds.push(row.id);
    await db
      .insertInto('deliverLog')
      .values({
        firmId,
        act: DeliverAct.ship,
        deliverId: id,
        opId,
        at: '2026-11-20 16:42:00',
        codeText: `${seg}-${from}`,
        seg,
        span: sql<string>`int8range(${from}, ${to + 1})`,
        itemQty: items({ seg, from, to, ...line }),
        toKind,
        toId,
      })
      .execute();
  }
  return { id, deliverNo, lineIds, opId };
};
