import { describe, expect, it } from 'vitest';
import { builtTabs, closedBy, latest, neighbour, pinnedTab, reduceTabs, type TabAction, type Tabs } from './tabs.ts';

const first: Tabs = { list: [pinnedTab('/dashboard', '主页')], visits: 0 };
const visit = (key: string, isKept = true): TabAction => ({
  type: 'visit',
  key,
  title: key,
  search: '',
  hash: '',
  isKept,
});
const after = (...actions: TabAction[]): Tabs => actions.reduce(reduceTabs, first);
const keys = ({ list }: { list: readonly { key: string }[] }) => list.map(({ key }) => key);
const clean = () => false;

describe('tabs', () => {
  it('adds a tab at its first visit and keeps its place afterwards', () => {
    const tabs = after(visit('/a'), visit('/b'), visit('/a'), visit('/dashboard'));
    expect(keys(tabs)).toEqual(['/dashboard', '/a', '/b']);
    expect(tabs.list[0]).toMatchObject({ isPinned: true, visitedAt: 4 });
  });

  it('remembers the query of the last visit', () => {
    const tabs = after(visit('/a'), {
      type: 'visit',
      key: '/a',
      title: 'A',
      search: '?page=2',
      hash: '',
      isKept: true,
    });
    expect(tabs.list[1]).toMatchObject({ search: '?page=2', title: 'A' });
  });

  it('closes one, the others, or all, but never a pinned tab', () => {
    const tabs = after(visit('/a'), visit('/b'), visit('/c'));
    expect(keys(reduceTabs(tabs, { type: 'close', key: '/b' }))).toEqual(['/dashboard', '/a', '/c']);
    expect(keys(reduceTabs(tabs, { type: 'close', key: '/dashboard' }))).toEqual(keys(tabs));
    expect(keys(reduceTabs(tabs, { type: 'closeOthers', key: '/b' }))).toEqual(['/dashboard', '/b']);
    expect(keys(reduceTabs(tabs, { type: 'closeAll' }))).toEqual(['/dashboard']);
    expect(closedBy(tabs, { type: 'closeOthers', key: '/b' })).toEqual(['/a', '/c']);
  });

  it('goes back to the tab visited last', () => {
    const tabs = after(visit('/a'), visit('/b'), visit('/a'), visit('/c'));
    expect(latest(reduceTabs(tabs, { type: 'close', key: '/c' }))?.key).toBe('/a');
  });

  it('steps around the ends', () => {
    const tabs = after(visit('/a'), visit('/b'));
    expect(neighbour(tabs, '/b', 1)?.key).toBe('/dashboard');
    expect(neighbour(tabs, '/dashboard', -1)?.key).toBe('/b');
  });

  it('builds a refreshed page anew', () => {
    const tabs = after(visit('/a'), { type: 'refresh', key: '/a' });
    expect(tabs.list[1]).toMatchObject({ round: 1, visitedAt: 0 });
  });
});

describe('builtTabs', () => {
  const tabs = after(visit('/a'), visit('/b'), visit('/c'), visit('/d'), visit('/b'));

  it('keeps the most recently visited, in the order of the strip', () => {
    expect(keys({ list: builtTabs(tabs, '/b', clean, 2) })).toEqual(['/b', '/c', '/d']);
  });

  it('never drops unsaved changes', () => {
    expect(keys({ list: builtTabs(tabs, '/b', (key) => key === '/a', 1) })).toEqual(['/a', '/b', '/d']);
  });

  it('does not keep what asks not to be kept, nor what was only restored', () => {
    const mixed = after(visit('/a', false), visit('/b'));
    expect(keys({ list: builtTabs(mixed, '/b', clean) })).toEqual(['/b']);
    expect(keys({ list: builtTabs(mixed, '/a', clean) })).toEqual(['/a', '/b']);
  });
});
