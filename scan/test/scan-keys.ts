/** Types a text on the page as a hardware scanner does. */
export const scanKeys = (text: string): void => {
  for (const key of [...text, 'Enter'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};
