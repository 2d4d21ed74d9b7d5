import type { May as MayOf } from '@zhuiyuan/contract/kit/endpoint';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/session.ts';

/** Shows its children to those who pass `of`; others see nothing, and the row closes up. */
export const May = ({ of, children }: { of: MayOf; children: ReactNode }) => (useMay()(of) ? children : null);
