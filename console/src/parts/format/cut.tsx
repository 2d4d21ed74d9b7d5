/** One line of text with an ellipsis; the whole text shows on hover where it is cut. */
export const Cut = ({ children }: { children: string }) => (
  <span
    className="zy-cut"
    onMouseEnter={(event) => {
      const box = event.currentTarget;
      box.title = box.scrollWidth > box.clientWidth ? children : '';
    }}
  >
    {children}
  </span>
);
