import type { ReactNode } from 'react';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { OpPage } from './op-form.tsx';

/** An operation beside a list; what was typed is gone when it closes. */
export const OpDrawer = ({
  isOpen,
  close,
  title,
  children,
}: {
  isOpen: boolean;
  close: () => void;
  title: string;
  children: ReactNode;
}) => (
  <SideDrawer width="min(760px, 100vw)" isOpen={isOpen} close={close} title={title}>
    {isOpen && <OpPage>{children}</OpPage>}
  </SideDrawer>
);
