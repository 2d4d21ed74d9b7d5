import { scannedText } from './code-input.ts';

/** Letters an imported code may have, after its link prefix was cut off. */
export const shortestExtText = 4;
export const longestExtText = 64;

/** Visible characters only: no spaces, no control, private or unassigned ones, nothing that has no shape of its own. */
const visible = /^[^\s\p{C}\p{Z}\p{M}]+$/u;

/** A typed or imported text in the one form that is compared: NFKC without what scanners and chats put around it. */
export const plainText = (typed: string): string => scannedText(typed);

/** An address without its scheme, its host in small letters: what is printed is opened over http or https, and typed without either. */
const bareAddress = (address: string): string =>
  address.replace(/^https?:\/\//i, '').replace(/^[^/?#]+(?=[/?#])/, (host) => host.toLowerCase());

/** What stands behind a link prefix in an address; undefined where the address does not begin with it. */
export const cutPrefix = (address: string, prefix: string): string | undefined => {
  const [bare, before] = [bareAddress(address), bareAddress(prefix)];
  return bare.startsWith(before) ? bare.slice(before.length) : undefined;
};

/** Whether a text is an address, though not one behind this prefix: of a file with a prefix none is a code. */
export const isOtherLink = (typed: string, urlPrefix: string): boolean => {
  const plain = plainText(typed);
  return urlPrefix !== '' && /^https?:\/\//i.test(plain) && cutPrefix(plain, urlPrefix) === undefined;
};

/**
 * The text of an imported code as it is stored: without its link prefix, in capitals where case does not count.
 * Undefined when it is not 4–64 visible characters.
 */
export const extText = (
  typed: string,
  { urlPrefix, caseFold }: { urlPrefix: string; caseFold: boolean },
): string | undefined => {
  const plain = plainText(typed);
  const bare = (urlPrefix ? cutPrefix(plain, urlPrefix) : undefined) ?? plain;
  const text = caseFold ? bare.toUpperCase() : bare;
  return text.length >= shortestExtText && text.length <= longestExtText && visible.test(text) ? text : undefined;
};
