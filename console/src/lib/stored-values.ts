/** JSON of a key in the browser's storage; `undefined` when it is missing or unreadable. */
export const readStored = (key: string, storage: Storage = localStorage): unknown => {
  try {
    const text = storage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Keeps a value; a full or forbidden storage loses it silently, because everything kept can be fetched again. */
export const writeStored = (key: string, value: unknown, storage: Storage = localStorage): void => {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    storage.removeItem(key);
  }
};
