import { Button } from 'antd';
import CloudOff from 'icon:cloud-off';
import Inbox from 'icon:inbox';
import Lock from 'icon:lock';
import SearchX from 'icon:search-x';
import { saidOf } from '../../lib/said-of.ts';
import type { IconType } from '../icon/make-icon.tsx';
import type { ReactNode } from 'react';
import { copyText } from '../format/copy-text.ts';
import './states.css';

const State = ({
  icon: Icon,
  isBad = false,
  title,
  children,
  buttons,
}: {
  icon: IconType;
  isBad?: boolean;
  title: string;
  children?: ReactNode;
  buttons?: ReactNode;
}) => (
  <div className={isBad ? 'zy-state zy-state-bad' : 'zy-state'}>
    <span className="zy-state-rings" aria-hidden="true">
      <svg viewBox="0 0 52 52" width="52" height="52" fill="none" stroke="currentColor">
        <circle cx="26" cy="26" r="25.4" strokeWidth=".6" />
        <circle cx="26" cy="26" r="21.4" strokeWidth=".5" />
        <circle cx="26" cy="26" r="17.4" strokeWidth=".5" />
      </svg>
      <Icon size={22} strokeWidth={1.6} />
    </span>
    <strong>{title}</strong>
    {children}
    {buttons && <div className="zy-state-buttons">{buttons}</div>}
  </div>
);

/** What a list looks like before its first row: what appears here, and the button that makes the first one. */
export const Empty = ({
  icon = Inbox,
  title,
  text,
  action,
}: {
  icon?: IconType;
  title: string;
  text?: string;
  action?: ReactNode;
}) => (
  <State icon={icon} title={title} buttons={action}>
    {text && <p>{text}</p>}
  </State>
);

/** No row matches: the filters in words and a way out. */
export const NothingFound = ({
  title = '没有符合条件的数据',
  filters,
  clear,
}: {
  title?: string;
  filters: string[];
  clear: () => void;
}) => (
  <State icon={SearchX} title={title} buttons={<Button onClick={clear}>清除筛选</Button>}>
    {filters.length > 0 && <p>已按“{filters.join('、')}”筛选</p>}
  </State>
);

/** A load that failed: the cause, the request number to pass on, and another try. */
export const Failed = ({
  title = '列表没有加载出来',
  error,
  retry,
}: {
  title?: string;
  error: { message: string; requestId?: string };
  retry: () => void;
}) => (
  <State
    icon={CloudOff}
    isBad
    title={title}
    buttons={
      <>
        <Button type="primary" onClick={retry}>
          重新加载
        </Button>
        {error.requestId && <Button onClick={() => void copyText(error.requestId ?? '')}>复制编号</Button>}
      </>
    }
  >
    <p role="alert">{saidOf(error)}</p>
    {error.requestId && (
      <p>
        编号 <span className="zy-mono">{error.requestId}</span>
      </p>
    )}
  </State>
);

/** A screen the account may not open: which permission is missing and whom to ask. */
export const NoPermission = ({
  permission,
  adminScreen,
  buttons,
}: {
  permission?: string;
  /** The screen's title where it opens to 管理员角色 only. */
  adminScreen?: string;
  buttons?: ReactNode;
}) => {
  const missing = [
    adminScreen && `“${adminScreen}”只对管理员角色开放`,
    permission && `需要“${permission}”权限`,
    '可联系管理员开通',
  ];
  return (
    <State icon={Lock} title="您没有权限访问该页面" buttons={buttons}>
      <p>{missing.filter(Boolean).join('，')}</p>
    </State>
  );
};
