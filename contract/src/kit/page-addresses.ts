/** What answers an address: one of the pages, the way from a short link to a code, or the server itself. */
export type Answerer = 'console' | 'login' | 'shopper' | 'preview' | 'shortLink' | 'server';

/**
 * The addresses that lead elsewhere than to the console, as the server's router reads them: `:code` is one segment, `*` whatever
 * follows. The server mounts its pages from here, `npm run dev` asks it who answers.
 */
export const pageAddresses: readonly (readonly [route: string, answerer: Exclude<Answerer, 'console' | 'server'>])[] = [
  ['/login', 'login'],
  // The console shows them in a frame while a template or an activity is edited.
  ['/trace/preview', 'preview'],
  ['/trace/play-preview', 'preview'],
  ['/c', 'shopper'],
  ['/c/*', 'shopper'],
  ['/trace', 'shopper'],
  ['/trace/play', 'shopper'],
  ['/00/*', 'shopper'],
  ['/01/*', 'shopper'],
  // Those of people on the phone lead to the same page, which fetches theirs.
  ['/r', 'shopper'],
  ['/r/*', 'shopper'],
  ['/d/*', 'shopper'],
  ['/s/:code', 'shortLink'],
];

/** First segments of what programs call. */
const callRoots = ['api', 'admin', 'public', 'common'];
/** First segments of pictures and videos, of what tells of identifiers, and of the running server. */
const serverRoots = ['media', 'id', 'docs', 'openapi.json', 'healthz', 'readyz', 'metrics'];

/** Addresses that programs call; whatever else is asked for is a page or a file. */
export const apiPath = new RegExp(`^/(?:${callRoots.join('|')})(?:/|$)`);
const serverPath = new RegExp(`^/(?:${[...callRoots, ...serverRoots].join('|')})(?:/|$)`);

const matchers = pageAddresses.map(([route, answerer]) => {
  const shape = route.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*');
  return { shape: new RegExp(`^${shape}$`), answerer };
});

/** Whether `/?c=…` brings a code to the first page. */
export const bringsCode = (path: string, code: unknown): boolean => path === '/' && Boolean(code);

/** Who answers an address of our own, path and query; a file of the console counts as the console's. */
export const answererOf = (address: string): Answerer => {
  const [path = '/', query = ''] = address.split(/\?(.*)/s);
  if (serverPath.test(path)) return 'server';
  if (bringsCode(path, new URLSearchParams(query).get('c'))) return 'shopper';
  return matchers.find(({ shape }) => shape.test(path))?.answerer ?? 'console';
};

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
