import type { FastifyRequest } from 'fastify';

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

/** The session token of a request: `Authori-zation`, then `X-Token`, then `Authorization: Bearer`; the first non-empty wins. */
export const readToken = ({ headers }: FastifyRequest): string => {
  const own = first(headers['authori-zation']) || first(headers['x-token']);
  if (own) return own.trim();
  const bearer = /^Bearer\s+(.+)$/i.exec(first(headers.authorization));
  return bearer?.[1]?.trim() ?? '';
};

const cookieNames = new Set(['Authori-zation', '__Secure-Authori-zation']);

/**
 * Every token a browser holds: what it sends as its own, and what lies in its cookies, which are for the pages that
 * keep it there. A cookie never signs anybody in.
 */
export const heldTokens = (request: FastifyRequest): string[] => {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('='));
  const keptTokens = cookies.filter(([name = '']) => cookieNames.has(name)).map(([, value = '']) => value);
  return [...new Set([readToken(request), ...keptTokens])].filter(Boolean);
};
