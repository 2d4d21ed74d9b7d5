import { useMedia } from './use-media.ts';

/** Whether the window is narrower than 992 px: lists become cards, drawers and dialogs fill the screen. */
export const useNarrow = (): boolean => useMedia('(max-width: 991.98px)');
