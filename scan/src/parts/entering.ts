import type { Entry } from '@zhuiyuan/contract/codes/state/code-enums';
import { latePart } from './late-part.ts';

/** How a code comes: typed, or seen by the camera. */
export type EntryMode = typeof Entry.link | typeof Entry.scan;

/** What the entry of a code is given. */
export interface Entering {
  ask: (text: string, entry: EntryMode) => Promise<void>;
  /** What stands in it at first. */
  typed: string;
}

/** The entry of a code by hand or camera: who opened the address of a code does not need it. */
export const entryPart = latePart(async () => (await import('./code-entry.tsx')).CodeEntry);
