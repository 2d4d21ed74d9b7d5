import { dirtyQuestion, forgetDirty, isTabDirty } from '../../lib/use-dirty.ts';
import { connectTabClosing } from '../../lib/use-leave-tab.ts';
import { tabViewsKey } from '../../lib/stored-keys.ts';
import { createStore } from '../../lib/store.ts';
import { readStored, writeStored } from '../../lib/stored-values.ts';
import { confirm } from '../../lib/toast.ts';
import { homePath } from '../../screens/stats/routes.ts';
import { routes } from '../routes/routes.ts';
import { closedBy, pinnedTab, reduceTabs, type Tab, type TabAction, type Tabs } from './tabs.ts';

const home = routes.find(({ path }) => path === homePath);
const empty: Tabs = { list: [pinnedTab(homePath, home?.title ?? '')], visits: 0 };

const isTab = (value: unknown): value is Tab =>
  typeof value === 'object' && value !== null && 'key' in value && 'title' in value && 'isKept' in value;

/** The tabs that were open before the page was loaded again; their pages are built when they are visited. */
const restored = (): Tabs => {
  const stored = readStored(tabViewsKey, sessionStorage);
  const list = Array.isArray(stored) ? stored.filter(isTab) : [];
  if (!list.some(({ isPinned }) => isPinned)) return empty;
  return { list: list.map((tab) => ({ ...tab, round: 0, visitedAt: 0 })), visits: 0 };
};

export const tabStore = createStore<Tabs>(restored());

export const applyTab = (action: TabAction): void => {
  const before = tabStore.get();
  for (const key of closedBy(before, action)) forgetDirty(key);
  if (action.type === 'refresh') forgetDirty(action.key);
  tabStore.set(reduceTabs(before, action));
  writeStored(tabViewsKey, tabStore.get().list, sessionStorage);
};

connectTabClosing((key) => applyTab({ type: 'close', key }));

/** Asks about unsaved changes of the tabs an action would close; answers whether to go on. */
export const mayLose = async (keys: readonly string[]): Promise<boolean> => {
  const dirty = keys.filter(isTabDirty);
  if (dirty.length === 0) return true;
  const question = dirty.length === 1 ? dirtyQuestion(dirty[0]!) : undefined;
  if (question) return confirm({ text: question, saysCancelled: false });
  const titles = tabStore
    .get()
    .list.filter(({ key }) => dirty.includes(key))
    .map(({ title }) => title);
  return confirm({
    title: '放弃未保存的修改',
    text: `“${titles.join('”“')}”有未保存的修改，关闭后不能恢复`,
    verb: '放弃',
    cancel: '继续编辑',
    isDanger: true,
    saysCancelled: false,
  });
};
