import { z } from 'zod';
import { time } from '../../kit/fields.ts';
import { EpochState, Fallback } from '../campaign-states.ts';

/** The hash of the chain of a period's first draws, as it was told while draws went on. */
export const ChainHead = z.object({
  at: time,
  /** How many draws it covers. */
  count: z.number(),
  head: z.string(),
});
export type ChainHead = z.output<typeof ChainHead>;

/** A period of draws under one seed. */
export const PublicEpoch = z.object({
  activityId: z.number(),
  epochNo: z.number(),
  state: EpochState.schema,
  seedHash: z.string(),
  weightHash: z.string(),
  openedAt: time,
  closedAt: time.nullable(),
  /** When the seed becomes, or became, public. */
  revealAt: time.nullable(),
  /** Hex; empty until it is public. */
  seed: z.string(),
  drawCount: z.number(),
  chainHash: z.string(),
  chainVersion: z.number(),
  /** What stands in for a tier that cannot be granted; null: 谢谢参与 does. */
  fallbackTierId: z.number().nullable(),
  /** The newest hundred, oldest first. */
  heads: z.array(ChainHead),
  /** Whether the chain that was sealed gives every head; null before. */
  headsOk: z.boolean().nullable(),
});
export type PublicEpoch = z.output<typeof PublicEpoch>;

/** What recomputing a draw shows. Before its seed is public only the commitment, and `text` says until when. */
export const Proof = z.object({
  drawNo: z.string(),
  activityId: z.number(),
  isRevealed: z.boolean(),
  text: z.string(),
  epochNo: z.number(),
  seedHash: z.string(),
  seed: z.string(),
  message: z.string(),
  rand: z.number().nullable(),
  rawTierName: z.string(),
  tierName: z.string(),
  fallback: Fallback.schema,
  ok: z.boolean().nullable(),
  seedOk: z.boolean().nullable(),
  randOk: z.boolean().nullable(),
  tierOk: z.boolean().nullable(),
  weightOk: z.boolean().nullable(),
  /** The first head that covers this draw, and the newest of its period where that is another. */
  heads: z.array(ChainHead),
  /** Whether the chain that was sealed gives every head told before; null before. */
  headsOk: z.boolean().nullable(),
});
export type Proof = z.output<typeof Proof>;

/** All that a stranger needs to recompute a period: versions of the odds and its draws. */
export const FairPack = z.object({
  activityId: z.number(),
  epochNo: z.number(),
  seedHash: z.string(),
  seed: z.string(),
  /** 1: draws are chained from 64 zeros; 2: from what was promised, each with its place and all it was decided by. */
  chainVersion: z.number(),
  chainHash: z.string(),
  drawCount: z.number(),
  /** What stands in for a tier that cannot be granted; null: 谢谢参与, the last of the odds, does. */
  fallbackTierId: z.number().nullable(),
  /** All that were told while the period was open, oldest first. */
  heads: z.array(ChainHead),
  weightVersion: z.object({
    version: z.number(),
    prevHash: z.string(),
    hash: z.string(),
    entries: z.array(z.object({ tierId: z.number(), weight: z.number() })),
  }),
  tiers: z.array(z.object({ tierId: z.number(), tierName: z.string(), amountMin: z.number(), amountMax: z.number() })),
  /** Prizes of this period that were taken back after somebody had looked at them, by tier. */
  rejectedHolds: z.array(z.object({ tierId: z.number(), count: z.number() })),
  draws: z.array(
    z.object({
      /** Its place in the period, from 1. */
      no: z.number(),
      drawNo: z.string(),
      uid: z.number(),
      key: z.string(),
      clientSeed: z.string(),
      rand: z.number(),
      rawTierId: z.number(),
      tierId: z.number(),
      fallback: z.string(),
      amount: z.number(),
      drawnAt: z.string(),
    }),
  ),
});
export type FairPack = z.output<typeof FairPack>;

/** How the tiers that were hit in ended periods agree with the odds that were published. */
export const BiasTest = z.object({
  epochs: z.number(),
  draws: z.number(),
  tiers: z.array(z.object({ tierId: z.number(), tierName: z.string(), expected: z.number(), observed: z.number() })),
  /** Of Pearson's test over all versions of the odds, cells of at least five expected; null where there are too few draws. */
  chiSquare: z.number().nullable(),
  freedom: z.number(),
  /** How likely a deviation as large as this is by chance alone. */
  p: z.number().nullable(),
});
export type BiasTest = z.output<typeof BiasTest>;
