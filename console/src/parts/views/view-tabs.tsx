import type { ListView } from '@zhuiyuan/contract/settings/list-view';
import { Button, Dropdown } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Ellipsis from 'icon:ellipsis';
import Plus from 'icon:plus';
import Users from 'icon:users';
import type { ReactNode } from 'react';
import { useSize } from '../frame/use-size.ts';
import type { ListViews } from './use-list-views.ts';
import './views.css';

/** Room that ⋯, 更多 and 视图 take, and each of the tabs everybody has. */
const besideWidth = 180;
const fixedWidth = 80;
const barWidth = 420;
const widthOf = ({ name, isShared }: ListView): number => name.length * 14 + (isShared ? 52 : 32);

/** The first views there is room for, and the open one. */
const fitting = (views: readonly ListView[], room: number, open: number | undefined): ListView[] => {
  let left = room;
  return views.filter((view) => {
    left -= widthOf(view);
    return left >= 0 || view.id === open;
  });
};

/** The views of a list as tabs, what one does with the open one, and whether it was changed. */
export const ViewTabs = ({ views, total }: { views: ListViews; total: string }) => {
  const [ref, { width }] = useSize();
  const { current, isChanged, fixed } = views;
  const shown = fitting(
    views.views,
    width - besideWidth - fixed.length * fixedWidth - (isChanged ? barWidth : 0),
    current?.id,
  );
  const rest = views.views.filter((view) => !shown.includes(view));
  return (
    <div className="zy-views" ref={ref}>
      <nav className="zy-views-tabs" aria-label="视图">
        {fixed.map(({ name, label, isOpen, count }) => (
          <Tab key={name} isOpen={isOpen} open={() => views.openFixed(name)} total={isOpen ? total : (count ?? '')}>
            {label}
          </Tab>
        ))}
        {shown.map((view) => (
          <span key={view.id} className="zy-view">
            <Tab
              isOpen={view.id === current?.id}
              open={() => views.open(view)}
              total={view.id === current?.id ? total : ''}
            >
              {view.isShared && <Users size={14} strokeWidth={1.6} aria-label="全员可用" />}
              {view.name}
            </Tab>
            {view.id === current?.id && <ViewMenu views={views} />}
          </span>
        ))}
        {rest.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: rest.map(({ id, name }) => ({ key: id, label: name })),
              onClick: ({ key }) => views.open(rest.find(({ id }) => String(id) === key)),
            }}
          >
            <button type="button" className="zy-view-tab">
              更多 {rest.length}
              <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
            </button>
          </Dropdown>
        )}
        <button type="button" className="zy-view-tab zy-view-add" onClick={() => views.form.open()}>
          <Plus size={14} strokeWidth={1.6} aria-hidden="true" />
          视图
        </button>
      </nav>
      {isChanged && <Changed views={views} />}
    </div>
  );
};

const Tab = ({
  isOpen,
  open,
  total,
  children,
}: {
  isOpen: boolean;
  open: () => void;
  total: string;
  children: ReactNode;
}) => (
  <button type="button" className="zy-view-tab" aria-current={isOpen || undefined} onClick={open}>
    {children}
    {total && <span className="zy-tab-count">{total}</span>}
  </button>
);

const ViewMenu = ({ views }: { views: ListViews }) => {
  const { current, defaultId, mayChange } = views;
  const isDefault = defaultId === current?.id;
  const runs: Record<string, () => unknown> = {
    rename: () => views.form.open(current),
    usual: () => views.setDefault(!isDefault),
    share: () => views.share(!current?.isShared),
    remove: () => views.remove(),
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...(mayChange ? [{ key: 'rename', label: '改名' }] : []),
          { key: 'usual', label: isDefault ? '取消默认' : '设为默认' },
          ...(mayChange
            ? [
                { key: 'share', label: current?.isShared ? '仅自己' : '全员可用' },
                { key: 'remove', label: '删除', danger: true },
              ]
            : []),
        ],
        onClick: ({ key }) => void runs[key]?.(),
      }}
    >
      <button type="button" className="zy-view-menu" aria-label={`视图“${current?.name}”的操作`}>
        <Ellipsis size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};

const Changed = ({ views }: { views: ListViews }) => {
  const { newer, changes, mayChange } = views;
  const what = [changes.layout && '列', changes.values && '筛选'].filter(Boolean).join('和');
  return (
    <div className="zy-views-changed" role="status">
      {newer ? (
        <>
          <span>
            {newer.updatedBy} {newer.updatedAt.slice(11, 16)} 改过此视图
          </span>
          <button type="button" className="zy-link" onClick={() => views.open(newer)}>
            用新的
          </button>
        </>
      ) : (
        <>
          <span>{what}有改动，尚未存入视图</span>
          <button type="button" className="zy-link" onClick={views.restore}>
            还原
          </button>
        </>
      )}
      <button type="button" className="zy-link" onClick={() => views.form.open()}>
        另存为
      </button>
      {mayChange && !newer && (
        <Button size="small" onClick={() => void views.update()}>
          更新视图
        </Button>
      )}
    </div>
  );
};
