const oauthKey = 'x-admin-oauth-code';

/** /auth-redirect: hands the answer of an outside sign-in to the window that waits for it, and closes. */
export const passOAuthCode = (): void => {
  localStorage.setItem(oauthKey, location.search.slice(1));
  window.close();
};
