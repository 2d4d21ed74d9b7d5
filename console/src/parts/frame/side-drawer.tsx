import { Drawer } from 'antd';
import X from 'icon:x';
import type { ReactNode } from 'react';
import { useNarrow } from './use-narrow.ts';
import './form.css';

/** What one row holds, beside its list; the whole screen on phones. */
export const SideDrawer = ({
  isOpen,
  close,
  title,
  name,
  mark,
  foot,
  width = 720,
  children,
}: {
  isOpen: boolean;
  close: () => void;
  title: string;
  /** The row's own name, beside the title. */
  name?: ReactNode;
  /** At the right of the head: a tag. */
  mark?: ReactNode;
  foot?: ReactNode;
  width?: number | string;
  children: ReactNode;
}) => {
  const isNarrow = useNarrow();
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      size={isNarrow ? '100%' : width}
      destroyOnHidden
      className="zy-drawer"
      closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
      title={
        <h2>
          {title}
          {name && <small className="zy-drawer-name">{name}</small>}
        </h2>
      }
      extra={mark}
      footer={foot}
    >
      {children}
    </Drawer>
  );
};
