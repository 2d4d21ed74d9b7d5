import type { MenuNode } from '@zhuiyuan/contract/access/session';
import type { OwnScreen } from '../../lib/own-screens.ts';

/** A directory or screen of the sidebar. */
export interface MenuEntry {
  id: number;
  name: string;
  icon: string;
  url: string;
  /** Numbers of the directories above, as `/0/500/510/`. */
  path: string;
  child: MenuEntry[];
}

const phoneRoot = '/javaMobile';

const entryOf = (node: MenuNode, above: string, opens: (url: string) => boolean): MenuEntry | undefined => {
  const path = `${above}${node.pid}/`;
  const child = node.childList.map((one) => entryOf(one, path, opens)).filter((one) => one !== undefined);
  if (child.length === 0 && !opens(node.component)) return undefined;
  return { id: node.id, name: node.name, icon: node.icon, url: node.component, path, child };
};

/**
 * The menu to show: entries whose screen does not exist, or does not open to this person, are left out, and directories left
 * empty by that.
 * Once the phone screens exist a telephone keeps only them and everybody else loses them.
 */
export const toMenu = (
  nodes: readonly MenuNode[],
  { opens, onPhone }: { opens: (url: string) => boolean; onPhone: boolean },
): MenuEntry[] => {
  const menu = nodes.map((node) => entryOf(node, '/', opens)).filter((one) => one !== undefined);
  const phone = menu.filter(({ url }) => url === phoneRoot);
  if (onPhone && phone.length > 0) return phone;
  return menu.filter(({ url }) => url !== phoneRoot);
};

const only = (list: MenuEntry[]): MenuEntry | undefined => (list.length === 1 ? list[0] : undefined);

/** A first-level directory that holds one screen and nothing else is shown as that screen, with the directory's icon. */
export const flattened = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.map((entry) => {
    const single = only(entry.child);
    return single && single.child.length === 0 ? { ...single, icon: single.icon || entry.icon } : entry;
  });

/** The first screen of an entry. */
export const firstScreen = (entry: MenuEntry): MenuEntry => (entry.child[0] ? firstScreen(entry.child[0]) : entry);

const find = (menu: readonly MenuEntry[], matches: (entry: MenuEntry) => boolean): MenuEntry[] => {
  for (const entry of menu) {
    if (matches(entry)) return [entry];
    const below = find(entry.child, matches);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
};

/** Entries from the first level down to the screen at `url`; empty when it is not in the menu. */
export const trailOf = (menu: readonly MenuEntry[], url: string): MenuEntry[] =>
  find(menu, (entry) => entry.url === url && entry.child.length === 0);

/** Address of the first screen below the directory at `url`, if there is such a directory. */
export const directoryTarget = (menu: readonly MenuEntry[], url: string): string | undefined => {
  const directory = find(menu, (entry) => entry.url === url && entry.child.length > 0).at(-1);
  return directory && firstScreen(directory).url;
};

/** A screen as the menu search offers it. */
export interface Findable {
  url: string;
  /** Names from the first level down. */
  name: string[];
}

/** Every screen of the menu with its names. */
export const findables = (menu: readonly MenuEntry[], above: readonly string[] = []): Findable[] =>
  menu.flatMap((entry) => {
    const name = [...above, entry.name];
    return entry.child.length > 0 ? findables(entry.child, name) : [{ url: entry.url, name }];
  });

/** The screens of the menu in its order; one without an icon has that of the directory nearest above. */
export const screensOf = (menu: readonly MenuEntry[], iconAbove = ''): OwnScreen[] =>
  menu.flatMap(({ name, url, icon, child }) =>
    child.length > 0 ? screensOf(child, icon || iconAbove) : [{ name, url, icon: icon || iconAbove }],
  );
