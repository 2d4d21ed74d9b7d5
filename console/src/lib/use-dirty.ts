import { createContext, useContext, useEffect, useId } from 'react';

/** Key of the tab a component lives in; '' outside the tabs. */
export const TabKeyContext = createContext('');

const dirtyForms = new Map<string, Map<string, string>>();
let shownTab = '';

/** The tab in front; told by the shell before effects of a hidden tab are cleaned up. */
export const setShownTab = (key: string): void => {
  shownTab = key;
};

export const isTabDirty = (key: string): boolean => (dirtyForms.get(key)?.size ?? 0) > 0;
export const isAnyTabDirty = (): boolean => [...dirtyForms.keys()].some(isTabDirty);
/** The question a dirty tab asks instead of the usual one, if it has its own. */
export const dirtyQuestion = (key: string): string | undefined =>
  [...(dirtyForms.get(key)?.values() ?? [])].find((question) => question !== '');
/** Forgets what was unsaved in a tab, because it was closed or reloaded. */
export const forgetDirty = (key: string): void => void dirtyForms.delete(key);

const mark = (tab: string, form: string, isDirty: boolean, question = ''): void => {
  const forms = dirtyForms.get(tab) ?? new Map<string, string>();
  if (isDirty) forms.set(form, question);
  else forms.delete(form);
  dirtyForms.set(tab, forms);
};

/** Whether the tab a component lives in holds unsaved changes. */
export const useIsDirty = (): (() => boolean) => {
  const tab = useContext(TabKeyContext);
  return () => isTabDirty(tab);
};

/** Says whether the component holds unsaved changes; closing its tab or the window then asks first, in its own words if it has some. */
export const useDirty = (isDirty: boolean, question = ''): void => {
  const tab = useContext(TabKeyContext);
  const form = useId();
  useEffect(() => {
    mark(tab, form, isDirty, question);
    return () => {
      // a tab that is only hidden runs this too, but keeps its form
      if (shownTab === tab) mark(tab, form, false);
    };
  }, [tab, form, isDirty, question]);
};
