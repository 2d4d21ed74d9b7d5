import { OpPage } from './op-page.tsx';
import { RecentOps } from './recent-ops.tsx';
import { RebindOp } from './rebind-op.tsx';

const recent = <RecentOps />;

/** 批量改绑: binds active codes to another product, lot or channel. */
export const BatchUpdate = () => (
  <OpPage>
    <RebindOp below={recent} />
  </OpPage>
);
