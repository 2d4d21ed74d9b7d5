import { createContext, useContext } from 'react';
import type { Session } from '../../lib/session.ts';
import type { MenuEntry } from './menu-entries.ts';
import type { ScreenRow } from '../../lib/screen-row.ts';

/** What the frame around the screens knows. */
export interface Console {
  session: Session;
  menu: MenuEntry[];
  /** What the address of the window leads to: the screen's row, and the title of its tab. */
  row: ScreenRow | undefined;
  title: string;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** The surroundings of the shell's pieces. Throws outside the shell. */
export const useConsole = (): Console => {
  const known = useContext(ConsoleContext);
  if (!known) throw new Error('outside the shell');
  return known;
};
