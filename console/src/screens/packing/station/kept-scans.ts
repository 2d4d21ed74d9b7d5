import { StationBox } from '@zhuiyuan/contract/packing/packing';
import { z } from 'zod';
import { readStored, writeStored } from '../../../lib/stored-values.ts';
import type { Waiting } from './use-station.ts';

/** The open box of a station and what was scanned for it, as this browser keeps them until they are submitted. */
const KeptScans = z.object({
  box: StationBox,
  waiting: z.array(z.object({ codeId: z.number(), code: z.string(), at: z.coerce.date() })).min(1),
});
export type KeptScans = z.output<typeof KeptScans>;

/** What was kept; nothing where that is none, or it cannot be read. */
export const readKeptScans = (key: string): KeptScans | undefined => KeptScans.safeParse(readStored(key)).data;

/** Keeps what waits for a box, and forgets it once nothing does. */
export const keepScans = (key: string, box: StationBox | undefined, waiting: readonly Waiting[]): void => {
  if (box && waiting.length > 0)
    writeStored(key, { box, waiting: waiting.map(({ codeId, code, at }) => ({ codeId, code, at })) });
  else localStorage.removeItem(key);
};
