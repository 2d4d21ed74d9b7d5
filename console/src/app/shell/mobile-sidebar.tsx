import { Drawer } from 'antd';
import { Sidebar } from './sidebar.tsx';
import { openSidebarDrawer } from './use-sidebar.ts';

/** The sidebar of a narrow window, in a drawer that closes at navigation. */
export const MobileSidebar = ({ isOpen }: { isOpen: boolean }) => (
  <Drawer
    open={isOpen}
    onClose={() => openSidebarDrawer(false)}
    placement="left"
    size={264}
    title={null}
    closable={false}
    styles={{ body: { padding: 0 } }}
    rootClassName="side-drawer"
    aria-label="主菜单"
  >
    <Sidebar isOpen />
  </Drawer>
);
