const copyThroughSelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.className = 'unseen';
  field.readOnly = true;
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
};

/** Puts a text where the phone pastes from. */
export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Closed to pages without https and to some in-app browsers.
    return copyThroughSelection(text);
  }
};
