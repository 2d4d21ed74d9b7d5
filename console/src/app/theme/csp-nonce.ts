/** Nonce of this answer's content security policy, for style tags made by scripts; none in development. */
export const cspNonce: string | undefined = (() => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return content && !content.startsWith('__') ? content : undefined;
})();

/**
 * Gives the nonce to every style tag a script makes: the library behind antd's dialogs measures scroll bars with tags
 * of its own, which take no nonce from the configuration.
 */
export const markStyleTags = (): void => {
  if (!cspNonce) return;
  const create: (name: string, options?: ElementCreationOptions) => HTMLElement = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = cspNonce;
    return element;
  }) as typeof document.createElement;
};
