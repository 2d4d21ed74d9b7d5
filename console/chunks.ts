/** What the bundler knows of a module. */
interface Known {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}
interface Bundle {
  getModuleInfo(id: string): Known | null;
}

const isForeign = (id: string): boolean => /[/\\]node_modules[/\\]|^\0@/.test(id);

/** Whether a page, or what is fetched when it is asked for, cannot run without one of our modules. */
const isNeededBy = (id: string, needer: string, bundle: Bundle): boolean => {
  const seen = new Set([id]);
  for (const one of seen) {
    if (one.endsWith(needer)) return true;
    for (const importer of bundle.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  }
  return false;
};

const neededToSignIn = (id: string, bundle: Bundle): string | null => {
  if (!isNeededBy(id, '/login.html', bundle)) return null;
  return isNeededBy(id, '/index.html', bundle) ? 'both' : 'sign-in';
};

/** Modules of others are reached through lists of all they have, which says nothing of who needs them. */
const neededByHome = (id: string, bundle: Bundle): string | null =>
  !isForeign(id) && isNeededBy(id, '/screens/stats/home/dashboard.tsx', bundle) ? 'home' : null;

/** Screens and dialogs that need a module for it to lie with what most of them use. */
const most = 12;

/**
 * Many small files come later than a few: what the sign-in page and the console begin with lies together, what the console alone
 * begins with, what its first screen shares with others, and what most screens use.
 */
export const chunks = [
  { name: 'react', test: /[/\\]node_modules[/\\](?:react|react-dom|scheduler)[/\\]|rolldown[/\\]runtime/ },
  // What a wall shares with the sign-in page lies apart: whoever fetched it with the page would run it.
  { name: 'rosette', test: /[/\\]charts[/\\]rosette-path\.ts$/ },
  // The same of what asks for the password over the console.
  { name: 'password', test: /[/\\]app[/\\]login[/\\](?:field-of|sign-in|use-captcha)\.ts$/ },
  { name: neededToSignIn, debugName: 'both' },
  { name: 'first', tags: ['$initial' as const] },
  { name: 'icons', test: /^\0(?:icon:|@ant-design\/icons\/)|[/\\]make-(?:antd-)?icon\.tsx$/, minShareCount: 2 },
  { name: neededByHome, debugName: 'home', minShareCount: 2 },
  { name: 'desk', minShareCount: most },
].map((group, at, all) => ({ ...group, priority: all.length - at }));
