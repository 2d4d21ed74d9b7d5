import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import release from '../../../package.json' with { type: 'json' };
import type { App } from '../kit/http/app-context.ts';

/** `GET /openapi.json` and the page that shows it, `/docs`. Registered before the routes it describes. */
export const mountDocs = async ({ fastify }: App): Promise<void> => {
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: '追源 API',
        version: release.version,
        description:
          '除另有说明外均返回 HTTP 200 和 {code, message, data}。列出的路径去掉 /api 前缀同样可用（/monitor 除外）。',
      },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authori-zation' } },
      },
    },
    hideUntagged: true,
  });
  await fastify.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  fastify.get('/openapi.json', { schema: { hide: true } as object }, () => fastify.swagger());
};
