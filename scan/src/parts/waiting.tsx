/** Lines of what is still on its way, on a card of it. */
export const BlankLines = () => (
  <>
    <i className="bar-long" />
    <i className="bar-mid" />
    <i className="bar-short" />
  </>
);

/** Nothing came: says why, and tries again. */
export const Failure = ({ words, retry }: { words: string; retry: () => void }) => (
  <section className="card centred">
    <p role="alert">{words}</p>
    <button type="button" className="button" onClick={retry}>
      重新加载
    </button>
  </section>
);
