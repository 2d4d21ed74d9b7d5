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

export const keepToken = (token: string): void => {
  kept = token;
  try {
    if (token) localStorage.setItem(name, token);
    else localStorage.removeItem(name);
  } catch {
    // Kept in memory, then.
  }
};
