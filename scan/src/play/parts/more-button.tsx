/** Asks for further rows. */
export const MoreButton = ({ next }: { next: () => void }) => (
  <button type="button" className="button" onClick={next}>
    加载更多
  </button>
);
