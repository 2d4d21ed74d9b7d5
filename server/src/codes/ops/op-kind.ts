import { ChannelPick } from '@zhuiyuan/contract/codes/ops/channel-change';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import type { RunConflict } from './describe-conflicts.ts';
import type { SegmentFacts } from '../state/read-segments.ts';
import type { BindPiece } from '../state/pieces.ts';
import type { Writing } from '../state/put-spans.ts';
import type { Run } from '../state/ranges.ts';

/** The codes an operation looks at: runs that are apart, of segments of one firm. */
export interface OpContext {
  firmId: number;
  segments: ReadonlyMap<number, SegmentFacts>;
  runs: readonly Run[];
}

export interface Validated {
  /** Codes the operation must not touch, each once. */
  conflicts: RunConflict[];
  /** Codes that already are as the operation would make them; they count as done. */
  same: Run[];
  /** What the codes are bound to, where the operation asked for that. */
  binds?: BindPiece[];
}

/** One kind of operation on codes, with what it was asked: what stands against it, and what it does to the others. */
export interface OpKind {
  opType: number;
  /** What was asked, as kept with the operation; enough to make this again. */
  params: Record<string, unknown>;
  /** The firm of what codes would be bound to. */
  firmId?: number;
  /** Refuses a choice of codes as a whole. */
  refuses?: (context: OpContext) => RefusalText | undefined;
  validate: (db: Db, context: OpContext) => Promise<Validated>;
  /** Changes the codes, writes their trail and moves the counters. `free` are codes that {@link validate} found nothing against. */
  apply: (db: Db, context: OpContext, writing: Writing, free: readonly Run[], validated: Validated) => Promise<void>;
}

/** What kinds of operations ask for; each reads its own. */
export const Asked = z
  .object({
    productId: z.number(),
    lotId: z.number(),
    channelId: z.number(),
    newProductId: z.number(),
    newLotId: z.number(),
    newChannelId: z.number(),
    force: z.boolean(),
    includeChild: z.boolean(),
    reason: z.string(),
  })
  .partial();
export type Asked = z.output<typeof Asked>;

/** What an operation keeps of its request, to be carried out later or again. */
export const WaitingRequest = z.object({
  asked: Asked,
  policy: ConflictPolicy.schema,
  /** Which codes, where they are not in a file. */
  pick: ChannelPick.optional(),
  includeChild: z.boolean().optional(),
  /** Who had it tried again: from then on it goes on as he may. */
  by: z.number().optional(),
});
export type WaitingRequest = z.output<typeof WaitingRequest>;
