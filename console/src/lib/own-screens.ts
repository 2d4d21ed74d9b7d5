import { createStore } from './store.ts';

/** A screen of the menu of who is signed in. */
export interface OwnScreen {
  name: string;
  url: string;
  /** As the menu names it, or ''. */
  icon: string;
}

/** The screens of the own menu that open, in its order; without the home page. */
export const ownScreens = createStore<readonly OwnScreen[]>([]);
