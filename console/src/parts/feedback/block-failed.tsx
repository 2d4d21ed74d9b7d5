import './block.css';

/** A block whose data did not come: the cause and another try. */
export const BlockFailed = ({ error, retry }: { error: { message: string }; retry: () => unknown }) => (
  <p className="zy-block-note" role="alert">
    {error.message}
    <button type="button" className="zy-link" onClick={() => void retry()}>
      重试
    </button>
  </p>
);
