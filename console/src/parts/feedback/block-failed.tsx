import './block.css';
import { saidOf } from '../../lib/said-of.ts';

/** A block whose data did not come: the cause and another try. */
export const BlockFailed = ({ error, retry }: { error: { message: string }; retry: () => unknown }) => (
  <p className="zy-block-note" role="alert">
    {saidOf(error)}
    <button type="button" className="zy-link" onClick={() => void retry()}>
      重试
    </button>
  </p>
);
