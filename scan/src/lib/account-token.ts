const name = 'zy_account';
/** What a browser that refuses its storage keeps until the page is left. */
let kept = '';

/** The token of this phone's account, '' before there was one. Dealers, shops and shoppers have one and the same. */
export const accountToken = (): string => {
  try {
    return localStorage.getItem(name) ?? kept;
  } catch {
    return kept;
  }
};

/** The header that says whose phone it is; none before there was an account. */
export const accountHeaders = (): Record<string, string> =>
  accountToken() ? { 'X-Consumer-Token': accountToken() } : {};

export const keepToken = (token: string): void => {
  kept = token;
  try {
    if (token) localStorage.setItem(name, token);
    else localStorage.removeItem(name);
  } catch {
    // Kept in memory, then.
  }
};
