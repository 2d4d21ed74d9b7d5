import { adminScreens } from '@zhuiyuan/contract/access/admin-screens';
import { adminRole, hasRole } from '@zhuiyuan/contract/access/permission';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import Building2 from 'icon:building-2';
import CirclePlay from 'icon:circle-play';
import FileUp from 'icon:file-up';
import Images from 'icon:images';
import Network from 'icon:network';
import Package from 'icon:package';
import Printer from 'icon:printer';
import QrCode from 'icon:qr-code';
import Route from 'icon:route';
import ScanSearch from 'icon:scan-search';
import ShieldCheck from 'icon:shield-check';
import Store from 'icon:store';
import Waypoints from 'icon:waypoints';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { Link } from 'react-router';
import { Empty } from '../../../parts/feedback/states.tsx';
import { menuIconOf } from '../../../parts/format/menu-icons.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { ownScreens } from '../../../lib/own-screens.ts';
import { session, useMay } from '../../../lib/session.ts';

interface Shortcut {
  label: string;
  to: string;
  icon: IconType;
  may: May;
}

const shortcuts: Shortcut[] = [
  { label: '生码任务', to: '/identity/taskManager', icon: Printer, may: 'admin:identity:task:list' },
  {
    label: '批量启用',
    to: '/identity/batchManager/use',
    icon: CirclePlay,
    may: 'admin:identity:batch:use',
  },
  { label: '标识管理', to: '/identity/identityManager', icon: QrCode, may: 'admin:identity:identity:list' },
  { label: '产品管理', to: '/identity/productManager', icon: Package, may: 'admin:identity:product:list' },
  { label: '企业管理', to: '/identity/firmManager', icon: Building2, may: 'admin:identity:firm:list' },
  { label: '流程管理', to: '/identity/flowManager', icon: Route, may: 'admin:identity:flow:list' },
  { label: '经销商管理', to: '/identity/agentManager', icon: Network, may: 'admin:identity:agent:list' },
  { label: '门店关联', to: '/identity/shopAssManager', icon: Store, may: 'admin:identity:shop:list' },
  { label: '防伪查询', to: '/identity/selectManager', icon: ScanSearch, may: 'admin:identity:select:list' },
  { label: '流向查询', to: '/identity/agentselectManager', icon: Waypoints, may: 'admin:identity:agentselect:list' },
  { label: '稽查员', to: '/identity/inspector', icon: ShieldCheck, may: 'admin:identity:inspector:list' },
  { label: '导入任务', to: '/identity/importTaskManager', icon: FileUp, may: 'admin:identity:importTask:list' },
  { label: '图片管理', to: '/maintain/picture', icon: Images, may: 'admin:system:attachment:list' },
];
/** As many as stand beside the firm. */
const mostBeside = 6;

const useShortcuts = (): Shortcut[] => {
  const may = useMay();
  const roles = session.use((current) => current?.roles);
  return shortcuts.filter((one) => may(one.may) && (!adminScreens.has(one.to) || hasRole(roles ?? [], [adminRole])));
};

/** What a person without figures works with: the screens of his own menu, those of the main work first. */
const useOwnWork = (): Omit<Shortcut, 'may'>[] => {
  const main = useShortcuts();
  const own = ownScreens.use();
  const known = new Set(main.map(({ to }) => to));
  const others = own.filter(({ url }) => !known.has(url));
  return [...main, ...others.map(({ name, url, icon }) => ({ label: name, to: url, icon: menuIconOf(icon) }))];
};

const Ways = ({ to: open, size }: { to: readonly Omit<Shortcut, 'may'>[]; size: number }) =>
  open.map(({ label, to, icon: Icon }) => (
    <Link key={to} to={to}>
      <Icon size={size} strokeWidth={1.6} aria-hidden="true" />
      {label}
    </Link>
  ));

/** 快捷入口 beside the firm: the screens of the main work that this person may open. */
export const Shortcuts = () => {
  const open = useShortcuts().slice(0, mostBeside);
  if (open.length === 0) return null;
  return (
    <nav className="zy-home-shortcuts" aria-label="快捷入口">
      <Ways to={open} size={16} />
    </nav>
  );
};

/** The first page of somebody who may see no figure: the ways to all his work instead. */
export const OwnWork = () => {
  const open = useOwnWork();
  return (
    <Sheet title="我的工作">
      {open.length > 0 ? (
        <nav className="zy-home-work" aria-label="我的工作">
          <Ways to={open} size={22} />
        </nav>
      ) : (
        <Empty title="还没有可用的功能" text="请联系企业管理员，在角色管理中为您的角色勾选菜单" />
      )}
    </Sheet>
  );
};
