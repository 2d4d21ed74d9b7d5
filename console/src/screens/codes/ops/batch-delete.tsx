import { OpPage } from './op-page.tsx';
import { RecentOps } from './recent-ops.tsx';
import { VoidOp } from './void-op.tsx';

const recent = <RecentOps />;

/** 批量作废: stops codes for ever. */
export const BatchDelete = () => (
  <OpPage>
    <VoidOp below={recent} />
  </OpPage>
);
