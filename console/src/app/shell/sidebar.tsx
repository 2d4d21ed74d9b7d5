import Building2 from 'icon:building-2';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { useConsole } from '../routes/use-console.ts';
import { Brand } from './brand.tsx';
import { SideMenu } from './side-menu.tsx';

/** Brand, menu and the firm this account works for. Folded to icons when it is not open. */
export const Sidebar = ({ isOpen }: { isOpen: boolean }) => {
  const { session } = useConsole();
  const { sideTheme, sidebarLogo } = layoutSetting.use();
  const firm = session.admin.firmName || '平台';
  return (
    <nav className={`side side-${sideTheme}`} aria-label="主菜单">
      {sidebarLogo && <Brand isOpen={isOpen} />}
      <div className="side-scroll">
        <SideMenu isOpen={isOpen} />
      </div>
      <div className="side-firm" title={firm}>
        <Building2 size={14} strokeWidth={1.6} aria-hidden="true" />
        {isOpen && <span>{firm}</span>}
      </div>
    </nav>
  );
};
