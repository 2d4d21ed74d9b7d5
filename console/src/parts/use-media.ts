import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches now. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};

/** Whether the window is narrower than 992 px: lists become cards, drawers and dialogs fill the screen. */
export const useNarrow = (): boolean => useMedia('(max-width: 991.98px)');
