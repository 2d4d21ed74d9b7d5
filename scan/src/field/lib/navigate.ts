/** Opens another address of the phone pages; `replaces` leaves none to go back to. */
export const go = (path: string, { replaces = false } = {}): void => {
  if (replaces) history.replaceState(history.state, '', path);
  else history.pushState({ depth: ((history.state as { depth?: number } | null)?.depth ?? 0) + 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
};

/** Back to where one came from, or to the first page where one came from elsewhere. */
export const goBack = (): void => {
  if ((history.state as { depth?: number } | null)?.depth) history.back();
  else go('/r', { replaces: true });
};
