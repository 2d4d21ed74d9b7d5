import { modes } from '../src/play/modes/modes.ts';
import { sheets } from '../src/play/pages/late-sheet.tsx';

/** What of a draw comes apart, there as on a quick network. */
export const fetchDrawParts = async (): Promise<void> => {
  await Promise.all([...Object.values(modes), sheets].map(({ fetch }: { fetch: () => Promise<unknown> }) => fetch()));
};
