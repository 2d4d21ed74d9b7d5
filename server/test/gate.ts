/** Lets one part of a test wait until another has come somewhere. */
export const gate = (): { open: () => void; opened: Promise<void> } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { open, opened };
};
