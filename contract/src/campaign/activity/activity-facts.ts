import { z } from 'zod';
import { time } from '../../kit/fields.ts';
import { AuditStatus } from '../../kit/endpoint.ts';
import { ActivityStatus, EpochState, StockMoveKind } from '../campaign-states.ts';

/** What stands against publishing, found while the form is filled in. */
export const ActivityCheck = z.object({
  /** What is missing, by step (1 to 5). */
  gaps: z.array(z.object({ step: z.number(), field: z.string(), message: z.string() })),
  conflicts: z.array(
    z.object({
      activityId: z.number(),
      actName: z.string(),
      status: ActivityStatus.schema,
      startAt: time,
      endAt: time,
      /** Names of what both are laid out on: the first ten, and how many there are. */
      shared: z.array(z.string()),
      sharedCount: z.number(),
    }),
  ),
  /** Fen: Σ stock × highest amount, and what the pool has. */
  maxSpend: z.number(),
  poolBalance: z.number().nullable(),
});
export type ActivityCheck = z.output<typeof ActivityCheck>;

export const WeightVersion = z.object({
  version: z.number(),
  hash: z.string(),
  prevHash: z.string(),
  reason: z.string(),
  createName: z.string(),
  effectiveAt: time,
  drawCnt: z.number(),
  entries: z.array(z.object({ tierId: z.number(), tierName: z.string(), weight: z.number() })),
});
export type WeightVersion = z.output<typeof WeightVersion>;

/**
 * How an activity went, from its publication to now or to its end: one point an hour of the last three days, or one a day. A point
 * tells what happened in its hour or day, and how much was left when that ended. Amounts are fen.
 */
export const ActivityCurve = z.object({
  points: z.array(
    z.object({
      at: time,
      draws: z.number(),
      wins: z.number(),
      amount: z.number(),
      /** Given to the activity by then, and of it neither won nor paid. */
      budgetGiven: z.number(),
      budgetLeft: z.number(),
      stockLeft: z.number(),
    }),
  ),
  /** All prizes there are as it stands now. */
  stockTotal: z.number(),
  versions: z.array(z.object({ version: z.number(), at: time })),
  topUps: z.array(z.object({ at: time, amount: z.number() })),
});
export type ActivityCurve = z.output<typeof ActivityCurve>;

/** Draws by province, most first; '' where nobody knows. */
export const RegionDraws = z.object({
  regions: z.array(z.object({ name: z.string(), draws: z.number() })),
  total: z.number(),
});

/** What somebody did with an activity, or tried to. */
export const ActivityOp = z.object({
  id: z.number(),
  title: z.string(),
  /** With how much, for what reason: in words. */
  detail: z.string(),
  operName: z.string(),
  operIp: z.string(),
  status: AuditStatus.schema,
  /** Why it was refused; else ''. */
  errorMsg: z.string(),
  operTime: time,
});
export type ActivityOp = z.output<typeof ActivityOp>;

/** A change of how many prizes a tier has; draws are none. */
export const StockMove = z.object({
  id: z.number(),
  at: time,
  tierId: z.number(),
  tierName: z.string(),
  prizeName: z.string(),
  kind: StockMoveKind.schema,
  /** Signed. */
  delta: z.number(),
  remark: z.string(),
  /** '系统' where it happened by itself. */
  operatorName: z.string(),
});
export type StockMove = z.output<typeof StockMove>;

/** How many activities there are in each state, and figures of their firm; amounts in fen. */
export const ActivityBoard = z.object({
  all: z.number(),
  counts: z.array(z.object({ status: ActivityStatus.schema, count: z.number() })),
  running: z.number(),
  planned: z.number(),
  todayDraws: z.number(),
  todayWinAmount: z.number(),
  budgetRemain: z.number(),
});

/** An activity in the recycle bin. */
export const RecycledActivity = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  actNo: z.string(),
  actName: z.string(),
  recycledFrom: ActivityStatus.schema,
  drawCnt: z.number(),
  deletedName: z.string(),
  recycledAt: time,
});

export const EpochRow = z.object({
  id: z.number(),
  epochNo: z.number(),
  state: EpochState.schema,
  weightVersion: z.number(),
  seedHash: z.string(),
  openedAt: time,
  closedAt: time.nullable(),
  revealAt: time.nullable(),
  seed: z.string(),
  drawCnt: z.number(),
  chainHash: z.string(),
  /** Whether the chain that was sealed gives every head told before; null before. */
  headsOk: z.boolean().nullable(),
});
export type EpochRow = z.output<typeof EpochRow>;
