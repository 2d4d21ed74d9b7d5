import type { FastifyRequest } from 'fastify';

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';

/** The session token of a request: `Authori-zation`, then `X-Token`, then `Authorization: Bearer`; the first non-empty wins. */
export const tokenOf = ({ headers }: FastifyRequest): string => {
  const own = first(headers['authori-zation']) || first(headers['x-token']);
  if (own) return own.trim();
  const bearer = /^Bearer\s+(.+)$/i.exec(first(headers.authorization));
  return bearer?.[1]?.trim() ?? '';
};
