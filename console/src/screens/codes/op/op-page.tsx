import { batchApi } from '@zhuiyuan/contract/codes/batch';
import type { ReactNode } from 'react';
import { May } from '../../../parts/may.tsx';
import { RecentOps } from './recent-ops.tsx';
import './op.css';

/** A page for one kind of operation, with the last ten of all kinds below. */
export const OpPage = ({ children, below }: { children: ReactNode; below?: ReactNode }) => (
  <div className="zy-op">
    {children}
    {below ?? (
      <May of={batchApi.list.may}>
        <RecentOps />
      </May>
    )}
  </div>
);
