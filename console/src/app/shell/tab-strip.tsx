import { Dropdown, type MenuProps } from 'antd';
import ChevronDown from 'icon:chevron-down';
import { useEffect, useRef, useState, type WheelEvent } from 'react';
import { useConsole } from '../routes/use-console.ts';
import { useLocation } from 'react-router';
import { tabStore } from '../tabs/tab-store.ts';
import type { Tab } from '../tabs/tabs.ts';
import type { TabActs } from '../tabs/use-tabs.ts';
import { TabItem } from './tab-item.tsx';

const scrollPadding = 4;

const contextItems = (tab: Tab | undefined): MenuProps['items'] => [
  { key: 'refresh', label: '刷新' },
  ...(tab && !tab.isPinned ? [{ key: 'close', label: '关闭' }] : []),
  { key: 'closeOthers', label: '关闭其他' },
  { key: 'closeAll', label: '关闭所有' },
];

const overflowItems = (tabs: readonly Tab[]): MenuProps['items'] => [
  ...tabs.map(({ key, title }) => ({ key, label: title })),
  { type: 'divider' },
  { key: 'closeOthers', label: '关闭其他' },
  { key: 'closeAll', label: '关闭所有' },
];

/** Scrolls the strip so that the shown tab is whole in it. */
const reveal = (strip: HTMLElement | null, key: string): void => {
  const tab = strip?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (!strip || !tab) return;
  const { offsetLeft: left, offsetWidth: width } = tab;
  if (left - scrollPadding < strip.scrollLeft) strip.scrollLeft = left - scrollPadding;
  else if (left + width + scrollPadding > strip.scrollLeft + strip.clientWidth)
    strip.scrollLeft = left + width + scrollPadding - strip.clientWidth;
};

/** The visited pages: a click shows one, the right button offers what can be done with it. */
export const TabStrip = ({ acts }: { acts: TabActs }) => {
  const { row } = useConsole();
  const { pathname } = useLocation();
  const { list } = tabStore.use();
  const shownPath = row ? pathname : '';
  const [pointed, setPointed] = useState<Tab>();
  const strip = useRef<HTMLUListElement>(null);
  const isListed = list.some(({ key }) => key === shownPath);
  useEffect(() => {
    if (isListed) reveal(strip.current, shownPath);
  }, [shownPath, isListed]);

  const act = (name: string, tab: Tab | undefined) => {
    if (name === 'closeAll') void acts.close({ type: 'closeAll' });
    else if (tab && name === 'refresh') void acts.refresh(tab.key);
    else if (tab && (name === 'close' || name === 'closeOthers')) void acts.close({ type: name, key: tab.key });
  };
  const choose = (key: string) => {
    const tab = list.find((one) => one.key === key);
    if (tab) acts.show(tab);
    else
      act(
        key,
        list.find((one) => one.key === shownPath),
      );
  };
  const scroll = (event: WheelEvent) => {
    if (strip.current) strip.current.scrollLeft += event.deltaY || event.deltaX;
  };
  return (
    <nav className="tabs" aria-label="打开的页面">
      <Dropdown
        trigger={['contextMenu']}
        menu={{ items: contextItems(pointed), onClick: ({ key }) => act(key, pointed) }}
      >
        <ul ref={strip} onWheel={scroll}>
          {list.map((tab) => (
            <TabItem
              key={tab.key}
              tab={tab}
              isShown={tab.key === shownPath}
              show={() => acts.show(tab)}
              close={() => void acts.close({ type: 'close', key: tab.key })}
              point={() => setPointed(tab)}
            />
          ))}
        </ul>
      </Dropdown>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items: overflowItems(list), selectedKeys: [shownPath], onClick: ({ key }) => choose(key) }}
      >
        <button type="button" className="tabs-more" aria-label="全部打开的页面">
          <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </Dropdown>
    </nav>
  );
};
