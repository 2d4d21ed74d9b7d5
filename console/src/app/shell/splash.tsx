/** The frame of the console while it is not known yet who is signed in. */
export const Splash = () => (
  <div className="splash" role="status" aria-label="正在加载">
    <div />
    <div />
  </div>
);
