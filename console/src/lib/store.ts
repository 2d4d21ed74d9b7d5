import { useSyncExternalStore } from 'react';

/** A value outside React that components follow. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(changed: () => void): () => void;
  /** The value, or the part a component needs; the part must keep its identity while nothing changed. */
  use(): T;
  use<P>(part: (value: T) => P): P;
}

export const createStore = <T>(first: T): Store<T> => {
  let value = first;
  const followers = new Set<() => void>();
  const store = {
    get: () => value,
    set: (next: T) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of followers) changed();
    },
    subscribe: (changed: () => void) => {
      followers.add(changed);
      return () => void followers.delete(changed);
    },
    use: <P>(part?: (value: T) => P) => useSyncExternalStore(store.subscribe, () => (part ? part(value) : value)),
  };
  return store as Store<T>;
};
