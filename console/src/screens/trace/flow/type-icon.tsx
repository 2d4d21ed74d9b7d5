import { createElement } from 'react';
import { flowIconOf } from '../../../parts/format/flow-icons.ts';

/** The icon of a flow type, decoration beside its name. */
export const TypeIcon = ({ icon, size = 16 }: { icon: string; size?: number }) =>
  createElement(flowIconOf(icon), { className: 'zy-type-icon', size, strokeWidth: 1.6, 'aria-hidden': true });
