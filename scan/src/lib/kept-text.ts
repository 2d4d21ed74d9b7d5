export interface KeptText {
  /** '' where nothing is kept. */
  read(): string;
  /** '' forgets it. */
  keep(text: string): void;
}

/** A text that this browser keeps under a name; where it refuses its storage, until the page is left. */
export const keptText = (name: string): KeptText => {
  let kept = '';
  return {
    read() {
      try {
        return localStorage.getItem(name) ?? kept;
      } catch {
        return kept;
      }
    },
    keep(text) {
      kept = text;
      try {
        if (text) localStorage.setItem(name, text);
        else localStorage.removeItem(name);
      } catch {
        // Kept in memory, then.
      }
    },
  };
};
