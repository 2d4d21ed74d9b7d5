import { Drawer } from 'antd';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNarrow } from '../../parts/use-narrow.ts';
import '../../parts/form.css';

/** What one row holds, beside its list; the whole screen on phones. */
export const SideDrawer = ({
  isOpen,
  close,
  title,
  name,
  mark,
  foot,
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
  children: ReactNode;
}) => {
  const isNarrow = useNarrow();
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      size={isNarrow ? '100%' : 'min(1000px, calc(100vw - 200px))'}
      destroyOnHidden
      className="zy-drawer"
      closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
      title={
        <>
          {title}
          {name && <small className="zy-drawer-name">{name}</small>}
        </>
      }
      extra={mark}
      footer={foot}
    >
      {children}
    </Drawer>
  );
};
