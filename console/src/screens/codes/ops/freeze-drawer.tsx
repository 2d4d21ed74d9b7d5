import { OpDrawer } from './op-drawer.tsx';
import { FreezeOp } from './freeze-op.tsx';

/** 冻结/解冻 beside the list of operations. */
export const FreezeDrawer = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <OpDrawer isOpen={isOpen} close={close} title="冻结/解冻">
    <FreezeOp />
  </OpDrawer>
);
