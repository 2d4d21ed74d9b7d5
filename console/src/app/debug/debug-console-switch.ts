/** Loads the panel of console lines for `?vconsole=1` or a cookie of that name and value. */
export const loadDebugConsole = (): void => {
  const isWanted =
    new URLSearchParams(location.search).get('vconsole') === '1' || /(^|; )vconsole=1(;|$)/.test(document.cookie);
  if (isWanted) void import('./debug-console.ts').then(({ openDebugConsole }) => openDebugConsole());
};
