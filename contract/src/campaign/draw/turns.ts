import { z } from 'zod';

/** What a game gives for nothing each day: turns, and further ones for whom somebody brings along. */
export const GameTerms = z.object({ freePerDay: z.number(), shareReward: z.number() });

/** Turns of a game that nothing is paid for. */
export const Turns = z.object({
  /** Free ones that are left today. */
  free: z.number(),
  /** Goes into the link this shopper sends on; '' where he is not known or shares bring nothing. */
  from: z.string(),
  /** How many turns shares may still bring today. */
  shareLeft: z.number(),
  /** Points that each of them brings besides, 0 where it brings none. */
  sharePoints: z.number(),
});
