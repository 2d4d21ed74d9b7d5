import { createElement } from 'react';
import { menuIconOf } from '../../lib/menu-icons.ts';

/** The icon of a flow type, decoration beside its name. */
export const TypeIcon = ({ icon, size = 16 }: { icon: string; size?: number }) =>
  createElement(menuIconOf(icon || 'list'), { className: 'zy-type-icon', size, strokeWidth: 1.6, 'aria-hidden': true });
