import { adminScreens } from '@zhuiyuan/contract/access/admin-screens';
import { adminRole, hasRole } from '@zhuiyuan/contract/access/permission';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { Building2, CirclePlay, Images, Package, Printer, QrCode, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { session, useMay } from '../../lib/session.ts';

interface Shortcut {
  label: string;
  to: string;
  icon: LucideIcon;
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
  { label: '图片管理', to: '/maintain/picture', icon: Images, may: 'admin:system:attachment:list' },
];

/** 快捷入口: the screens of the main work that this person may open. */
export const Shortcuts = () => {
  const may = useMay();
  const roles = session.use((current) => current?.roles);
  const open = shortcuts.filter(
    (one) => may(one.may) && (!adminScreens.has(one.to) || hasRole(roles ?? [], [adminRole])),
  );
  if (open.length === 0) return null;
  return (
    <nav className="zy-home-shortcuts" aria-label="快捷入口">
      {open.map(({ label, to, icon: Icon }) => (
        <Link key={to} to={to}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
};
