/**
 * First segments of the console's own addresses, those of screens to come among them. On whatever name or address the
 * console is opened, they lead to it and never to what a firm has printed.
 */
export const consoleRoots: ReadonlySet<string> = new Set([
  '',
  '401',
  '404',
  '500',
  'agent',
  'ai',
  'appSetting',
  'auth-redirect',
  'cms',
  'content',
  'customer',
  'dashboard',
  'finance',
  'hn',
  'home',
  'identity',
  'interact',
  'javaMobile',
  'kefu',
  'login',
  'lottery',
  'maintain',
  'marketing',
  'mobile',
  'monitor',
  'operation',
  'order',
  'preview',
  'product',
  'redirect',
  'setting',
  'statistic',
  'store',
  'user',
]);

/** Whether a path belongs to the console. */
export const isConsolePath = (path: string): boolean => consoleRoots.has(path.split('/')[1] ?? '');
