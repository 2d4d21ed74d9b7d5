import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind } from '../../codes/state/code-states.ts';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { sql } from 'kysely';
import { askOp } from '../../codes/ops/ask-op.ts';
import type { Asked } from '../../codes/ops/op-kind.ts';
import { Keyring } from '../../codes/cipher/keyring.ts';
import { runOp } from '../../codes/ops/run-op.ts';
import { undoActivation } from '../../codes/ops/undo-activation.ts';
import type { Db } from '../../kit/db/database.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A segment of the demonstration with what its codes were first bound to. */
interface DemoSegment {
  firmId: number;
  seg: number;
  productId: number;
  lotId: number;
  /** Another lot of the same product, if it has one. */
  otherLotId: number | null;
  activatedAt: string;
  channelId: number | null;
  operatorId: number;
}

/** One thing that was done to a run of codes, so long after they were activated. */
interface Act {
  after: number;
  opType: number;
  from: number;
  to: number;
  asked: Asked;
  /** Taken back so long afterwards. */
  undoneAfter?: number;
}

const segmentsOf = async (db: Db, activated: { from: number; to: number }): Promise<DemoSegment[]> => {
  const { rows } = await sql<DemoSegment>`
    select distinct on (s.seg) s.firm_id, s.seg, (b.payload ->> 'productId')::bigint as product_id, (b.payload ->> 'lotId')::bigint as lot_id,
      (select o.id from lot o where o.product_id = (b.payload ->> 'productId')::bigint and o.id <> (b.payload ->> 'lotId')::bigint
        and o.is_del = 0 and o.recall_state = ${sql.lit(RecallState.normal)} order by o.id limit 1) as other_lot_id,
      b.at as activated_at,
      (select c.id from channel c where c.firm_id = s.firm_id and c.is_del = 0 and c.status = ${sql.lit(Enabled.on)} order by c.sort, c.id limit 1) as channel_id,
      coalesce((select a.id from admin a where a.firm_id in (s.firm_id, 0) order by a.firm_id desc, a.id limit 1), 0) as operator_id
    from segment s join code_span b on b.seg = s.seg and b.firm_id = s.firm_id and b.kind = ${sql.lit(SpanKind.bind)}
    where s.count = 20000 and lower(b.span) = 1 and upper(b.span) - lower(b.span) between ${activated.from}::int and ${activated.to}::int
    order by s.seg`.execute(db);
  return rows;
};

/** What happened to a segment's codes over the months: more activations, corrections, checks in the market, losses. */
const storyOf = (at: number, { productId, lotId, otherLotId, channelId }: DemoSegment): Act[] => {
  const use = { productId, lotId };
  const acts: Act[] = [
    { after: hour, opType: OpType.void, from: 19_901, to: 19_964, asked: { reason: '印刷损坏' } },
    { after: 5 * day, opType: OpType.void, from: 15_901, to: 15_940, asked: { reason: '生产报废：封口不良' } },
    { after: 12 * day, opType: OpType.activate, from: 16_001, to: 18_000 + 100 * (at % 5), asked: use },
    {
      after: 41 * day,
      opType: OpType.activate,
      from: 18_501,
      to: 19_200 + 20 * (at % 7),
      asked: { ...use, channelId: channelId ?? undefined },
    },
  ];
  if (otherLotId !== null && at % 3 === 0)
    acts.push({
      after: 2 * day,
      opType: OpType.rebind,
      from: 8_001,
      to: 8_240,
      asked: { newLotId: otherLotId, reason: '产线换批未切换，批次更正' },
    });
  if (at % 2 === 0)
    acts.push(
      {
        after: 30 * day,
        opType: OpType.freeze,
        from: 12_001,
        to: 12_400,
        asked: { reason: '市场稽查发现疑似串货，待核实' },
      },
      { after: 37 * day, opType: OpType.unfreeze, from: 12_001, to: 12_360, asked: { reason: '核实完毕，恢复正常' } },
    );
  else
    acts.push(
      // Some of them are void already and are left out.
      { after: 9 * day, opType: OpType.freeze, from: 19_940, to: 19_999, asked: { reason: '盘点差异，暂停使用' } },
      {
        after: 55 * day,
        opType: OpType.void,
        from: 14_200,
        to: 14_280,
        asked: { reason: '丢失被盗：运输途中遗失一箱' },
      },
    );
  if (at % 4 === 1)
    acts.push({
      after: 15 * day,
      opType: OpType.activate,
      from: 19_401,
      to: 19_600,
      asked: use,
      undoneAfter: 2 * hour,
    });
  if (channelId !== null && at % 3 === 1)
    acts.push({
      after: 20 * day,
      opType: OpType.changeChannel,
      from: 1,
      to: 2_000,
      asked: { channelId, reason: '转入线下流通渠道' },
    });
  return acts.sort((a, b) => a.after - b.after);
};

/** The days a lot has been packed for: some hundred codes are activated on each but Sundays, up to yesterday. */
const packingOf = (at: number, start: number, now: number): Act[] => {
  const acts: Act[] = [];
  let from = 2_001;
  for (let after = day; start + after < now - day; after += day) {
    const when = new Date(start + after);
    if (when.getUTCDay() === 0 || acts.length === 26) continue;
    const to = from + 240 + ((when.getUTCDate() * 53 + at * 97) % 380);
    acts.push({ after, opType: OpType.activate, from, to, asked: {} });
    from = to + 1;
  }
  return acts;
};

/** Moves an operation to the time it is told to have happened. */
export const backdate = async (db: Db, opId: number, at: Date): Promise<void> => {
  const when = at.toISOString();
  await sql`
    with moved as (update code_op_item set at = ${when}::timestamptz where op_id = ${opId}),
      spans as (update code_span set at = ${when}::timestamptz where op_id = ${opId} and kind = ${sql.lit(SpanKind.bind)} and at > now() - interval '1 hour')
    update code_op set created_at = ${when}::timestamptz, updated_at = ${when}::timestamptz, finished_at = ${when}::timestamptz + interval '1 second',
      op_no = 'OP' || to_char(${when}::timestamptz, 'YYMMDD') || right(op_no, 8)
    where id = ${opId}`.execute(db);
};

/** A year of operations on the codes of the demonstration: activated month by month and day by day, bound anew, frozen and thawed, voided, taken back. */
export const seedOps = async ({ db, config }: SeedParts): Promise<void> => {
  const keyring = new Keyring(config.masterKey);
  const now = Date.now();
  const play = async (segment: DemoSegment, acts: readonly Act[], start: number): Promise<void> => {
    const operator = { id: segment.operatorId };
    for (const { after, opType, from, to, asked, undoneAfter } of acts) {
      const when = new Date(start + after);
      if (when.getTime() > now - hour) continue;
      const done = await runOp(db, keyring, operator, await askOp(db, undefined, opType, asked), {
        picked: { runs: [{ seg: segment.seg, from, to }], unknown: [] },
        skipsConflicts: true,
        idemKey: `demo operation ${segment.seg} ${opType} ${from} ${after}`,
        request: { seg: segment.seg, from, to },
        reason: asked.reason,
        asked,
      });
      if (undoneAfter !== undefined) {
        const undone = await undoActivation(db, keyring, operator, done.opId, {
          idemKey: `demo undo ${done.opId}`,
          skipsConflicts: false,
        });
        await backdate(db, undone.opId, new Date(when.getTime() + undoneAfter));
      }
      await backdate(db, done.opId, when);
    }
  };
  const startOf = ({ activatedAt }: DemoSegment): number => toMs(activatedAt);
  const packed = await segmentsOf(db, { from: 16_000, to: 20_000 });
  const begun = await segmentsOf(db, { from: 1_000, to: 3_000 });
  for (const [at, segment] of packed.entries())
    await play(segment, storyOf(at, segment), startOf(segment) + (at % 7) * hour);
  for (const [at, segment] of begun.entries()) {
    const { productId, lotId } = segment;
    const start = startOf(segment);
    await play(
      segment,
      packingOf(at, start, now).map((act) => ({ ...act, asked: { productId, lotId } })),
      start,
    );
  }
};
