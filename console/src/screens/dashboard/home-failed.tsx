/** A block whose data did not come: the cause and another try. */
export const HomeFailed = ({ error, retry }: { error: { message: string }; retry: () => unknown }) => (
  <p className="zy-home-note" role="alert">
    {error.message}
    <button type="button" className="zy-link" onClick={() => void retry()}>
      重试
    </button>
  </p>
);
