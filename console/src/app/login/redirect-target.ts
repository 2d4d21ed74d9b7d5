import { ownPath } from '../../lib/own-path.ts';

/**
 * Where sign-in leads: the `redirect` of the query, if it lies on our own site, with the rest of the query kept; else `/`. A
 * fragment, which the server never saw, follows where the redirect names none.
 */
export const redirectTarget = (search: string, hash = ''): string => {
  const query = new URLSearchParams(search);
  const redirect = ownPath(query.get('redirect') ?? '/');
  query.delete('redirect');
  if (!redirect || redirect.startsWith('/login')) return '/';
  const rest = query.toString();
  const end = redirect.includes('#') ? '' : hash;
  if (!rest) return redirect + end;
  const [path = '/'] = redirect.split('#', 1);
  return `${path}${path.includes('?') ? '&' : '?'}${rest}${redirect.slice(path.length)}${end}`;
};
