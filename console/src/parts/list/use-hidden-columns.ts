import { useState } from 'react';
import { readStored, writeStored } from '../../lib/stored-values.ts';

const storageKey = (list: string) => `columns:${list}`;

const read = (list: string): string[] => {
  const stored = readStored(storageKey(list));
  return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : [];
};

/** Keys of the columns a person hides on one list, kept in this browser. */
export const useHiddenColumns = (list: string): [hidden: string[], setHidden: (keys: string[]) => void] => {
  const [state, setState] = useState(() => ({ list, hidden: read(list) }));
  const hidden = state.list === list ? state.hidden : read(list);
  const setHidden = (keys: string[]) => {
    setState({ list, hidden: keys });
    if (keys.length > 0) writeStored(storageKey(list), keys);
    else localStorage.removeItem(storageKey(list));
  };
  return [hidden, setHidden];
};
