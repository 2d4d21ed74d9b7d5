import { realPace, type Pace } from '../src/payout/pace.ts';

/** A minute of the worker is 20 ms. */
export const fasterPace: Pace = {
  ...(Object.fromEntries(Object.entries(realPace).map(([name, ms]) => [name, ms / 3000])) as unknown as Pace),
  lease: 2_000,
  beat: 2,
  idle: 5,
};
