/** Nonce of this answer's content security policy, for style tags made by scripts; none in development. */
export const cspNonce: string | undefined = (() => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return content && !content.startsWith('__') ? content : undefined;
})();
