import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'openapi-3.0', unrepresentable: 'any' });

const whoMay = ({ may, furtherMay, platform, needsAdmin }: Endpoint): string =>
  may === 'open'
    ? '无需登录'
    : `权限：${JSON.stringify(may)}${furtherMay ? `；部分内容另需 ${furtherMay.join('、')}` : ''}${platform ? '；仅限平台人员' : ''}${needsAdmin ? '；仅限管理员角色' : ''}`;

/** The OpenAPI description of an endpoint. */
const describeEndpoint = (endpoint: Endpoint): FastifySchema => {
  const input = jsonSchema(endpoint.input, 'input');
  // the server knows the rest
  if (endpoint.changes) input.required = [endpoint.changes];
  else if (endpoint.changes === '') delete input.required;
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const isGet = endpoint.method === 'GET';
  return {
    summary: endpoint.title,
    description: whoMay(endpoint),
    ...(endpoint.platform ? { 'x-platform': true } : {}),
    tags: [endpoint.path.split('/').slice(1, 4).join('/')],
    ...(names.length > 0
      ? { params: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) } }
      : {}),
    ...(isGet ? { querystring: input } : { body: input }),
    response: {
      200: {
        type: 'object',
        properties: {
          code: { type: 'integer' },
          message: { type: 'string' },
          data: jsonSchema(endpoint.data, 'output'),
        },
      },
    },
    ...(endpoint.may === 'open' ? {} : { security: [{ token: [] }] }),
  } as FastifySchema;
};

/**
 * Lists an endpoint's route in the document; one without it, as the twin without `/api`, stays out. All are described when the document is first
 * asked for: a start would wait longer for them than for anything else it builds.
 */
export const inDocument = (endpoint: Endpoint) => ({
  swaggerTransform: <S extends { url: string }>({ url }: S) => ({ schema: describeEndpoint(endpoint), url }),
});
