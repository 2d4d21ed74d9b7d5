/** Letters an imported code may have, after its link prefix was cut off. */
export const shortestExtText = 4;
export const longestExtText = 64;

/** Visible characters only: no spaces, no control, private or unassigned ones, nothing that has no shape of its own. */
const visible = /^[^\s\p{C}\p{Z}\p{M}]+$/u;

/** A typed or imported text in the one form that is compared: NFKC without spaces around it. */
export const plainText = (typed: string): string => typed.normalize('NFKC').trim();

/**
 * The text of an imported code as it is stored: without its link prefix, in capitals where case does not count.
 * Undefined when it is not 4–64 visible characters.
 */
export const extText = (
  typed: string,
  { urlPrefix, caseFold }: { urlPrefix: string; caseFold: boolean },
): string | undefined => {
  const plain = plainText(typed);
  const bare = urlPrefix && plain.startsWith(urlPrefix) ? plain.slice(urlPrefix.length) : plain;
  const text = caseFold ? bare.toUpperCase() : bare;
  return text.length >= shortestExtText && text.length <= longestExtText && visible.test(text) ? text : undefined;
};
