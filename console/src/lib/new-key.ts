/** A random request number: one per opened form, so that sending it twice has one effect. Also where the page is not served over https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Gives a request number: the same one as long as the content stays the same, so that sending it twice has one effect; another one after every change. */
export const contentKey = (): ((content: unknown) => string) => {
  let known = { text: '', key: '' };
  return (content) => {
    const text = JSON.stringify(content);
    if (known.key === '' || known.text !== text) known = { text, key: newKey() };
    return known.key;
  };
};
