import { BusyButton } from '../parts/form.tsx';
import { BlankLines } from '../parts/waiting.tsx';

/** Where the trace is waited for. */
export const TraceToCome = ({ hidden }: { hidden?: boolean }) => (
  <div className="late card blank-lines" aria-hidden="true" hidden={hidden}>
    <BlankLines />
  </div>
);

/** The trace did not come: says so, and asks for it once more. */
export const LostTrace = ({ retry, hidden }: { retry: () => Promise<void>; hidden?: boolean }) => (
  <div className="card line" hidden={hidden}>
    溯源档案没有加载出来
    <BusyButton className="text-button" busy="加载中" act={retry}>
      重试
    </BusyButton>
  </div>
);
