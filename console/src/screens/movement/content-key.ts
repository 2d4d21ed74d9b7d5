import { newKey } from '../../lib/new-key.ts';

/** Gives a request number: the same one as long as the content stays the same, so that sending it twice has one effect; another one after every change. */
export const contentKey = (): ((content: unknown) => string) => {
  let known = { text: '', key: '' };
  return (content) => {
    const text = JSON.stringify(content);
    if (known.key === '' || known.text !== text) known = { text, key: newKey() };
    return known.key;
  };
};
