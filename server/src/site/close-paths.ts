import { Code } from '@zhuiyuan/contract/kit/codes';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../kit/config.ts';

/**
 * Answers 404 where the settings close the descriptions of the calls or the figures of the process on the product's port.
 * Goes by the route that was found, however its address is written.
 */
export const closePaths = (fastify: FastifyInstance, { opensDocs, opensMetrics }: Config): void => {
  const closed = [...(opensDocs ? [] : ['/docs', '/openapi.json']), ...(opensMetrics ? [] : ['/metrics'])];
  if (closed.length === 0) return;
  fastify.addHook('onRequest', async ({ routeOptions: { url = '' } }, reply) => {
    if (closed.some((path) => url === path || url.startsWith(`${path}/`)))
      return reply.status(404).send({ code: Code.notFound, message: '请求的地址不存在', data: null });
  });
};
