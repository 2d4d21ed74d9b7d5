/** A path of our own console: nothing that a browser would read as another host or a script. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path) && !path.startsWith('/login');

/** Where sign-in leads: the `redirect` of the query with the rest of the query kept, else `/`. */
export const redirectTarget = (search: string): string => {
  const query = new URLSearchParams(search);
  const redirect = query.get('redirect') ?? '/';
  query.delete('redirect');
  if (!isOwnPath(redirect)) return '/';
  const [path = '/', hash] = redirect.split('#');
  const rest = query.toString();
  const joined = rest ? `${path}${path.includes('?') ? '&' : '?'}${rest}` : path;
  return hash === undefined ? joined : `${joined}#${hash}`;
};
