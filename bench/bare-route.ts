import Fastify from 'fastify';

/** The peer of the request benchmark: sends the bytes it is told, from one route. */
process.once('message', async (message) => {
  const { body } = message as { body: string };
  const fastify = Fastify();
  fastify.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  process.send!({ port: (fastify.server.address() as { port: number }).port });
});
