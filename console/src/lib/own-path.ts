const parsed = (address: string): URL | undefined => {
  try {
    return new URL(address, location.origin);
  } catch {
    return undefined;
  }
};

/**
 * The path, query and hash of an address that lies on our own site; nothing for any other address. It is read the way the
 * browser reads it, which drops tabs and line breaks, takes `\` for `/` and folds `/./`.
 */
export const ownPath = (address: string): string | undefined => {
  const url = parsed(address);
  if (url?.origin !== location.origin || url.protocol !== location.protocol) return undefined;
  // A path of our own may still begin like the address of a host.
  return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash;
};
