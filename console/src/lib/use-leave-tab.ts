import { useCallback, useContext } from 'react';
import { useNavigate } from 'react-router';
import { TabKeyContext } from './use-dirty.ts';

let closeTab: (key: string) => void = () => {};

/** Told once by the shell how a tab is closed without asking. */
export const connectTabClosing = (close: (key: string) => void): void => {
  closeTab = close;
};

/** Goes to another address and closes the tab this component lives in, as a form page does once it is saved or cancelled. */
export const useLeaveTab = (): ((to: string) => void) => {
  const key = useContext(TabKeyContext);
  const navigate = useNavigate();
  return useCallback(
    (to: string) => {
      void navigate(to);
      // The address changes first: the tab in front is never the one that goes.
      setTimeout(() => closeTab(key));
    },
    [key, navigate],
  );
};
