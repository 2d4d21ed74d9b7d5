/** A random request number: one per opened form, so that sending it twice has one effect. Also where the page is not served over https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
