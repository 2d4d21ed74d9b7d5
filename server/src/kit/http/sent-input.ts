import type { FastifyRequest } from 'fastify';

/** Whether a client means nothing by it. */
export const isBlank = (value: unknown): boolean => value === null || value === '';

/** Path, query and body in that order, with what was sent empty: null or ''. */
export const sentInput = (request: FastifyRequest): Record<string, unknown> => {
  // Without a prototype, so that no name a stranger sends means more than itself.
  const merged = Object.create(null) as Record<string, unknown>;
  for (const part of [request.params, request.query, request.body]) {
    if (part === null || typeof part !== 'object') continue;
    if (Array.isArray(part)) {
      merged.list = part;
      continue;
    }
    for (const [name, value] of Object.entries(part))
      if (value !== undefined && (!isBlank(value) || part === request.body || !(name in merged))) merged[name] = value;
  }
  return merged;
};
