import { createElement } from 'react';
import { menuIconOf } from '../../parts/format/menu-icons.ts';
import './menu-mark.css';

/** The icon a menu is stored with, said by its name. */
export const MenuMark = ({ icon, size = 16 }: { icon: string; size?: number }) =>
  createElement(menuIconOf(icon), {
    className: 'zy-menu-mark',
    size,
    strokeWidth: 1.6,
    role: 'img',
    'aria-label': icon,
  });
