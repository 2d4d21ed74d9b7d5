import { chosenRole } from './session.ts';

const named = (name: string): string => `zy_draft ${chosenRole()} ${name}`;

/** Keeps unfinished work of the chosen role on this phone, so that a closed page or a lost connection loses nothing. */
export const keepDraft = (name: string, value: unknown): void => {
  try {
    localStorage.setItem(named(name), JSON.stringify(value));
  } catch {
    // A browser without storage keeps it as long as the page.
  }
};

/** What was kept under a name; nothing where that is none, or cannot be read. */
export const readDraft = <T>(name: string): T | undefined => {
  try {
    const text = localStorage.getItem(named(name));
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
};

export const dropDraft = (name: string): void => {
  try {
    localStorage.removeItem(named(name));
  } catch {
    // Nothing was kept.
  }
};
