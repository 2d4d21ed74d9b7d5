/** Keys of the browser's storage that belong to one signed-in person. */
export const tabViewsKey = 'tab-views';
export const staffListKey = 'storeStaffList';
export const wechatTokenKey = 'token';
/** Imports this tab waits for. */
export const importsKey = 'imports';
export const classListPrefix = 'class-list:';

/** Drops what the former person left in the storage: tabs, staff list, lookup lists, WeChat's token. */
export const forgetStored = (): void => {
  sessionStorage.removeItem(tabViewsKey);
  sessionStorage.removeItem(wechatTokenKey);
  sessionStorage.removeItem(importsKey);
  localStorage.removeItem(staffListKey);
  for (const key of Object.keys(localStorage)) if (key.startsWith(classListPrefix)) localStorage.removeItem(key);
};
